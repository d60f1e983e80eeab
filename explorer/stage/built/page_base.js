// Built by `python -m tests.frontend.build`: 702dee4d1e7c3e5c0bf75080e4c24512
(()=>{let a=/\/(learn|papers|write|expand|compare|play|unwind|help)$/,e=location.origin+location.pathname.replace(a,"/");Object.assign(window,{__streamlit:{BACKEND_BASE_URL:e}})})();
