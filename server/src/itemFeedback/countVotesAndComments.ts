import type { Counted } from '@companion/contract/live';
import { shareOf } from '@companion/contract/pollFigures';
import { countedInHall } from '@companion/contract/staff/hallCounts';
import {
  ITEMS_PER_PAGE,
  type ItemFigures,
  type ItemOrder,
  type RatedKind,
} from '@companion/contract/staff/itemFigures';
import type { HallCounts } from '@companion/contract/staff/safeguards';
import { CONTENT_CAMPAIGNS, isOfEvent } from '../event/packContent.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { countSaves } from './countSaves.ts';

/** The campaigns of the items that attendees vote and comment on. */
const KINDS: Record<string, RatedKind> = {
  [CONTENT_CAMPAIGNS.agenda]: 'session',
  [CONTENT_CAMPAIGNS.speakers]: 'speaker',
};

/**
 * Every session and speaker of the event with its figures, in the order of the agenda; also those that the event no
 * longer has. Counted each time anew: exact after an erasure.
 */
export async function readItemFigures(db: ReadDatabase): Promise<ItemFigures[]> {
  const items = await db
    .selectFrom('content')
    .select(['id', 'campaign_id', 'title', 'starts_at', 'room', 'hidden'])
    .where('campaign_id', 'in', Object.keys(KINDS))
    .where(isOfEvent)
    .orderBy((by) => by.fn.coalesce('starts_at', by.val(Number.MAX_SAFE_INTEGER)))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const votes = await db
    .selectFrom('votes')
    .select(['content_id', 'vote', 'standing', (by) => by.fn.countAll<number>().as('n')])
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy(['content_id', 'vote', 'standing'])
    .execute();
  const comments = await db
    .selectFrom('comments')
    .select(['content_id', (by) => by.fn.countAll<number>().as('n')])
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy('content_id')
    .execute();
  const hidden = await db
    .selectFrom('comment_moderations')
    .innerJoin('comments', (join) =>
      join
        .onRef('comments.content_id', '=', 'comment_moderations.content_id')
        .onRef('comments.account_id', '=', 'comment_moderations.account_id'),
    )
    .select(['comments.content_id', (by) => by.fn.countAll<number>().as('n')])
    .where('hidden_at', 'is not', null)
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy('comments.content_id')
    .execute();
  const saved = await countSaves(db);
  const event = await db.selectFrom('events').select('rooms').executeTakeFirst();
  const capacities = new Map<string | null, number>(Object.entries(JSON.parse(event?.rooms ?? '{}')));
  const of = (wanted: 'up' | 'down', rows = votes) => countsOf(rows.filter(({ vote }) => vote === wanted));
  const confirmed = votes.filter(({ standing }) => standing === 'confirmed');
  const [up, down, confirmedUp, confirmedDown] = [of('up'), of('down'), of('up', confirmed), of('down', confirmed)];
  const [commented, hid] = [countsOf(comments), countsOf(hidden)];
  return items.map(({ id, campaign_id, title, starts_at, room, hidden: removed }) => ({
    id,
    kind: KINDS[campaign_id] ?? 'session',
    title,
    startsAt: isoTime(starts_at),
    room,
    isRemoved: removed === 1,
    up: up(id),
    down: down(id),
    confirmedUp: confirmedUp(id),
    confirmedDown: confirmedDown(id),
    comments: commented(id),
    hidden: hid(id),
    ...(saved.get(id) ?? { saves: 0, confirmedSaves: 0 }),
    capacity: capacities.get(room) ?? null,
  }));
}

function countsOf(rows: { content_id: string; n: number }[]): (contentId: string) => number {
  const counts = new Map<string, number>();
  for (const { content_id, n } of rows) counts.set(content_id, (counts.get(content_id) ?? 0) + n);
  return (contentId) => counts.get(contentId) ?? 0;
}

/** The votes on an item as the hall is shown them: one number each, and whose they are. */
export function hallVotes(
  choice: HallCounts,
  { up, down, confirmedUp, confirmedDown }: Pick<ItemFigures, 'up' | 'down' | 'confirmedUp' | 'confirmedDown'>,
): { up: number; down: number; counted: Counted } {
  const counted = countedInHall(choice, up + down, confirmedUp + confirmedDown);
  return counted === 'confirmed' ? { up: confirmedUp, down: confirmedDown, counted } : { up, down, counted };
}

/** How many comments an item has, or how many of them are hidden, or are not. */
export const commentsIn = (
  { comments, hidden }: Pick<ItemFigures, 'comments' | 'hidden'>,
  wanted: 'yes' | 'no' | undefined,
): number => {
  if (wanted === 'yes') return hidden;
  return wanted === 'no' ? comments - hidden : comments;
};

interface Filter {
  search?: string | undefined;
  kind?: RatedKind | undefined;
  order?: ItemOrder | undefined;
}

/** Those that fit, in that order. One that the event no longer has is there if attendees have said something about it. */
export function filterItems(all: ItemFigures[], { search = '', kind, order = 'time' }: Filter): ItemFigures[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = all.filter(
    (item) =>
      (!item.isRemoved || votesOf(item) + item.comments + item.saves > 0) &&
      (kind === undefined || item.kind === kind) &&
      words.every((word) => `${item.title}\n${item.room ?? ''}`.toLowerCase().includes(word)),
  );
  return found.sort(ORDERS[order]);
}

/** @param page from 1 */
export const pageOfItems = (items: ItemFigures[], page: number): ItemFigures[] =>
  items.slice((page - 1) * ITEMS_PER_PAGE, page * ITEMS_PER_PAGE);

const votesOf = ({ up, down }: ItemFigures): number => up + down;
const share = (item: ItemFigures): number => shareOf(item.up, votesOf(item));
/** Without votes there is no share: such items are last. */
const byVoted = (a: ItemFigures, b: ItemFigures): number => Number(votesOf(b) > 0) - Number(votesOf(a) > 0);

type Compare = (a: ItemFigures, b: ItemFigures) => number;
/** Equal ones stay in the order of the agenda. */
const ORDERS: Record<ItemOrder, Compare> = {
  time: () => 0,
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
  votes: (a, b) => votesOf(b) - votesOf(a),
  best: (a, b) => byVoted(a, b) || share(b) - share(a) || votesOf(b) - votesOf(a),
  worst: (a, b) => byVoted(a, b) || share(a) - share(b) || votesOf(b) - votesOf(a),
  comments: (a, b) => b.comments - a.comments,
};
