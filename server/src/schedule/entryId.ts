/**
 * The id of an entry whose id at the source may stand for others too. Votes and comments belong to an id, so the pack
 * keeps the one it has, whatever else the source adds or removes; no entry gets one that belonged to another.
 * @param plain made of the source's id
 * @param precise made of what tells the entry apart from others with that id
 * @param fresh which of the two an entry gets that the pack does not have
 * @param shared whether another entry has the same plain id
 * @param known whether the pack has an entry with an id
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
