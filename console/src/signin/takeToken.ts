/** The token behind the `#` of a link. It leaves the address, and so the history that others may see. */
export function takeToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  // The entry of the router stays as it is.
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
