// The lecturer's token, from the fragment of the address. It is imported before the lesson, whose slides replace the
// fragment, and stays in this tab alone, so that a reload leads on.
/** The path of the class, also on the page of a graph that was handed in. */
export const path = /^\/class\/\w+/.exec(location.pathname)?.[0] ?? location.pathname;

const key = `${path} lecturer`;

function tokenOfTab() {
  const token = /^#lecturer=([\w-]{1,100})$/.exec(location.hash)?.[1];
  try {
    if (token) sessionStorage.setItem(key, token);
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return token ?? ''; // where nothing can be stored
  }
}

export const token = tokenOfTab();
