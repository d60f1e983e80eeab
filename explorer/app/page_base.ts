// Where the server is, for Streamlit's client: on the address of a page it would look below that page first, in vain.
(() => {
  const PAGES = /\/(learn|papers|write|expand|compare|play|unwind|help)$/; // those of explorer/app/main.py
  const base = location.origin + location.pathname.replace(PAGES, '/');
  Object.assign(window, { __streamlit: { BACKEND_BASE_URL: base } });
})();
