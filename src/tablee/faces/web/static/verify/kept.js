// What this browser keeps under a name. A browser that keeps nothing knows nothing.
const Kept = (() => {
  function get(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // it is asked again at the next page
    }
  }

  return { get, set };
})();
