// Built by `python -m tests.frontend.build`: 85dcaf75af81ba31f4fe6263f8a1af08
var o;function i(n,t=Date.now()+5e3){let e=document.querySelector(n);e?e.scrollIntoView():Date.now()<t&&setTimeout(i,50,n,t)}function s({data:n}){n&&n!==o&&i(n),o=n}export{s as default};
