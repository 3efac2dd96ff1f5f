import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { reject } from '../platform/domainError.ts';
import { type Kept, keepFor } from '../platform/keepFor.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { readItemFigures } from './countVotesAndComments.ts';

/** They are counted from whole indexes, for every screen that is open. */
const FRESH_MS = SECOND;

export interface ItemFiguresCache extends Kept<ItemFigures[]> {
  /** @throws DomainError `notFound` */
  find(contentId: string): Promise<ItemFigures>;
}

/** The figures of all items, counted at most once a second on a node. */
export function itemFiguresCache(services: Pick<Services, 'db' | 'now'>): ItemFiguresCache {
  const kept = keepFor(services, FRESH_MS, () => readItemFigures(services.db));
  return {
    ...kept,
    find: async (contentId) =>
      (await kept.current()).find(({ id }) => id === contentId) ?? reject('notFound', 'There is no such item.'),
  };
}
