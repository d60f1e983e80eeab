// Built by `python -m tests.frontend.build`: 132da05b7f7a5f810f243411a20b9d7e
(()=>{let[a,n,e]=[1200,900,640],{innerWidth:t,innerHeight:o}=window,i=Math.min(360,Math.max(220,.2*t)),c=(t>n?i+10:0)+16,h=t>a?145:t>n?190:t>e?430:440,s=Math.max(100,t-c)/Math.max(100,o-h);document.cookie=`canvas=${s.toFixed(2)}; path=/; SameSite=Lax`})();
