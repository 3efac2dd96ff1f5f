/**
 * Chooses the id of an entry whose id at the source may be used by other entries too. Votes and comments refer to the
 * id: an entry keeps its id in the pack, and never gets one that belonged to another entry.
 * @param plain derived from the source's id
 * @param precise derived from what distinguishes the entry from others with that id
 * @param fresh the id for an entry that is new to the pack: `plain` or `precise`
 * @param shared whether another entry has the same plain id
 * @param known whether the pack has an entry with this id
 * @param isHolder whether the pack's entry with the plain id is this one
 */
export function entryId(
  { plain, precise, fresh, shared }: { plain: string; precise: string; fresh: string; shared: boolean },
  known: (id: string) => boolean,
  isHolder: () => boolean,
): string {
  if (known(precise)) return precise;
  if (known(plain) && isHolder()) return plain;
  return shared ? precise : fresh;
}
