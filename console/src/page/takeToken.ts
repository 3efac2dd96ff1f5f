/**
 * The token behind the `#` of a link, by its name. It leaves the address, and so the history that others may see.
 * @param name `token`, or `key` in the link of a stage screen
 */
export function takeToken(name = 'token'): string {
  const token = tokenIn(window.location.hash, name);
  // The entry of the router stays as it is.
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}

/** The token in the part of a link behind the `#`, by its name; empty if there is none. */
export const tokenIn = (hash: string, name = 'token'): string => new URLSearchParams(hash.slice(1)).get(name) ?? '';
