import { createHash } from 'node:crypto';

const MAX_ID_LENGTH = 64;

/**
 * Derives the pack's id from the source's id: `sessionize-474500`. It is stable and valid (docs/event-pack.md). An id
 * that must be changed to be valid ends with a hash of the original, so that two never collide.
 */
export function packId(prefix: string, sourceId: string): string {
  const plain = sourceId.toLowerCase();
  // Ids in capitals are common and become lower case; `aB` and `Ab` must not collide.
  const oneCase = sourceId === plain || sourceId === sourceId.toUpperCase();
  if (oneCase && /^[a-z0-9-]+$/.test(plain) && prefix.length + plain.length <= MAX_ID_LENGTH) return prefix + plain;
  const hash = createHash('sha256').update(sourceId).digest('hex').slice(0, 8);
  const slug = slugOf(sourceId).slice(0, MAX_ID_LENGTH - prefix.length - hash.length - 1);
  return `${prefix}${slug && `${slug}-`}${hash}`.replace(/-+/g, '-');
}

/** Converts text to lower-case letters, digits and hyphens, without accents. Empty if no character remains. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_ID_LENGTH);
