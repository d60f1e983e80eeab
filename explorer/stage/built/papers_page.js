// Built by `python -m tests.frontend.build`: b92a554bbed6912c441fad063ccbcb00
var o;function i(n,t=Date.now()+5e3){let e=document.querySelector(n);e?e.scrollIntoView():Date.now()<t&&setTimeout(i,50,n,t)}function s({data:n}){n&&n!==o&&i(n),o=n}export{s as default};
