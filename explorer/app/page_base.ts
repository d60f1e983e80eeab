// The address of the server, for Streamlit's client, which would first look below the address of the page, in vain.
(() => {
  const PAGES = /\/(learn|papers|write|expand|compare|play|unwind|help)$/; // those of explorer/app/main.py
  const base = location.origin + location.pathname.replace(PAGES, '/');
  Object.assign(window, { __streamlit: { BACKEND_BASE_URL: base } });
})();
