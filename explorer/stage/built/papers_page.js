// Built by `python -m tests.frontend.build`: bafc5c762391ae3ca47edfd3b21e5b42
var o;function i(n,t=Date.now()+5e3){let e=document.querySelector(n);e?e.scrollIntoView():Date.now()<t&&setTimeout(i,50,n,t)}function s({data:n}){n&&n!==o&&i(n),o=n}export{s as default};
