import { createHash } from 'node:crypto';

const LONGEST = 64;

/**
 * The id in the pack of what has another in its source: `sessionize-474500`. Always the same, and legal (docs/event-pack.md);
 * what must be changed for that ends in a hash of the original, so that two of them never meet.
 */
export function packId(prefix: string, sourceId: string): string {
  const plain = sourceId.toLowerCase();
  // Codes in capitals are common; `aB` beside `Ab` is not, but must not meet either.
  const oneCase = sourceId === plain || sourceId === sourceId.toUpperCase();
  if (oneCase && /^[a-z0-9-]+$/.test(plain) && prefix.length + plain.length <= LONGEST) return prefix + plain;
  const hash = createHash('sha256').update(sourceId).digest('hex').slice(0, 8);
  const slug = slugOf(sourceId).slice(0, LONGEST - prefix.length - hash.length - 1);
  return `${prefix}${slug && `${slug}-`}${hash}`.replace(/-+/g, '-');
}

/** Any text as small letters, digits and hyphens, without its accents; what has none of them becomes empty. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST);
