// Built by `python -m tests.frontend.build`: 6b6664da175f3441133bc2157a145aa6
var o;function i(n,t=Date.now()+5e3){let e=document.querySelector(n);e?e.scrollIntoView():Date.now()<t&&setTimeout(i,50,n,t)}function s({data:n}){n&&n!==o&&i(n),o=n}export{s as default};
