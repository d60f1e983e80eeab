// Built by `python -m tests.frontend.build`: cafa59517e2c68d395c85904aceed15e
(()=>{let a=/\/(learn|papers|write|expand|compare|play|unwind|help)$/,e=location.origin+location.pathname.replace(a,"/");Object.assign(window,{__streamlit:{BACKEND_BASE_URL:e}})})();
