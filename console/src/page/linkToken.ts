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

/** The part of the address behind the `#`. Another link in the same tab may change it without loading the page. */
export function useHash(): string {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const read = () => setHash(window.location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return hash;
}
