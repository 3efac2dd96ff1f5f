import type { Programme } from '@companion/contract/staff/programme';
import { reject } from '../platform/domainError.ts';
import type { Transacting } from '../platform/transact.ts';

type Writing = Pick<Transacting, 'db' | 'now'>;

const assetsOf = ({ pictures }: Programme): string[] => [...new Set(Object.values(pictures).map(String))];

/**
 * Keeps the pictures that the draft has from being swept, and lets those go that it has no more, unless a revision has
 * them.
 * @throws DomainError `invalid` if one is not stored, or is no more
 */
export async function keepDraftPictures({ db, now }: Writing, before: Programme, after: Programme): Promise<void> {
  const [old, kept] = [new Set(assetsOf(before)), new Set(assetsOf(after))];
  const added = [...kept].filter((sha256) => !old.has(sha256));
  const gone = [...old].filter((sha256) => !kept.has(sha256));
  if (added.length > 0) {
    const found = await db
      .updateTable('assets')
      .set({ unused_since: null })
      .where('sha256', 'in', added)
      .returning('sha256')
      .execute();
    const stored = new Set(found.map(({ sha256 }) => sha256));
    const missing = Object.entries(after.pictures).find(
      ([, sha256]) => added.includes(String(sha256)) && !stored.has(String(sha256)),
    );
    if (missing) {
      const [name] = missing;
      reject('invalid', 'A picture is no longer stored. Upload it again.', { [name]: 'Upload this picture again' });
    }
  }
  if (gone.length > 0) {
    await db
      .updateTable('assets')
      .set({ unused_since: now() })
      .where('sha256', 'in', gone)
      .where('revision', 'is', null)
      .execute();
  }
}

/** Keeps the pictures of a revision for good, because it can be published again. */
export async function keepPublishedPictures({ db }: Writing, programme: Programme, revision: number): Promise<void> {
  const assets = assetsOf(programme);
  if (assets.length === 0) return;
  await db
    .updateTable('assets')
    .set({ revision, unused_since: null })
    .where('sha256', 'in', assets)
    .where('revision', 'is', null)
    .execute();
}
