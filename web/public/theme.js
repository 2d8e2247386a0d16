// Runs before the first paint, so that a dark room is not lit by a white flash. See shared/theme.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('prahari.theme');
  } catch {
    // Storage may be refused; the device's preference is used then.
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme =
    choice === 'dark' || choice === 'light' ? choice : dark ? 'dark' : 'light';
})();
