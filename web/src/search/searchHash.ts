/*
 * What is searched is in the fragment of the address, which no browser sends to a server: a reload, a way back and a
 * link find it, and it does not leave the phone.
 */

/** @param hash as the location has it */
export function readSearchHash(hash: string): { query: string; room: string } {
  const values = new URLSearchParams(hash.slice(1));
  return { query: values.get('q') ?? '', room: values.get('room') ?? '' };
}

/** Keeps the query in the entry of the history, without a navigation. */
export function keepQuery(query: string): void {
  const { pathname, search } = window.location;
  const hash = query.trim() ? `#${new URLSearchParams({ q: query })}` : '';
  try {
    window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
  } catch {
    // Safari allows a hundred changes in ten seconds. The next letter is kept again.
  }
}
