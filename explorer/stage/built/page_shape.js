// Built by `python -m tests.frontend.build`: df9716a2b7f2e5f2167062519669ed37
(()=>{let[a,n,e]=[1200,900,640],{innerWidth:t,innerHeight:o}=window,i=Math.min(360,Math.max(220,.2*t)),c=(t>n?i+10:0)+16,h=t>a?145:t>n?190:t>e?430:440,s=Math.max(100,t-c)/Math.max(100,o-h);document.cookie=`canvas=${s.toFixed(2)}; path=/; SameSite=Lax`})();
