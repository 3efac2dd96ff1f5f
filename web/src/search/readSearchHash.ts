/**
 * A link to a search, or to the sessions of a room. The fragment of an address is sent to no server.
 * @param hash as the location has it
 */
export function readSearchHash(hash: string): { query: string; room: string } {
  const values = new URLSearchParams(hash.slice(1));
  return { query: values.get('q') ?? '', room: values.get('room') ?? '' };
}
