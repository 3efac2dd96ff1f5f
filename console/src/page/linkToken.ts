import { useEffect, useState } from 'react';

/** The token behind the `#` of a link. It leaves the address, and so the history that others may see. */
export function useLinkToken(): string {
  const [token] = useState(() => tokenIn(window.location.hash));
  useEffect(() => {
    if (token) dropToken();
  }, [token]);
  return token;
}

/** Takes what is behind the `#` out of the address. */
export function dropToken(): void {
  // The entry of the router stays as it is.
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

/**
 * The token in the part of a link behind the `#`; empty if there is none.
 * @param name `token`, or `key` in the link of a stage screen
 */
export const tokenIn = (hash: string, name = 'token'): string => new URLSearchParams(hash.slice(1)).get(name) ?? '';
