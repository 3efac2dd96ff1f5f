import { contentRow } from '@companion/server/event/packContent';
import type { ContentRow } from '@companion/server/platform/db/eventSchema';
import type { TestServer } from './testServer.ts';

export type StagedItem = Partial<Omit<ContentRow, 'starts_at' | 'ends_at' | 'speaker_ids'>> & {
  id: string;
  /** ISO 8601. */
  start?: string;
  end?: string;
  speakerIds?: readonly string[];
};

/** Replaces the event's content by these items. Default: agenda items of day 1. */
export async function stageContent(
  { services: { db }, clock }: TestServer,
  items: readonly StagedItem[],
): Promise<void> {
  await db.updateTable('content').set({ hidden: 1 }).execute();
  for (const [position, { start, end, speakerIds = [], ...item }] of items.entries()) {
    const type = item.type ?? 'Agenda';
    const row = contentRow({
      campaign_id: type === 'Speaker' ? 'speakers' : 'agenda',
      position,
      type,
      category: type === 'Speaker' ? 'Speakers' : 'Day 1',
      title: item.id,
      body: '',
      starts_at: start ? Date.parse(start) : null,
      ends_at: end ? Date.parse(end) : null,
      speaker_ids: JSON.stringify(speakerIds),
      ...item,
    });
    const { id, ...changed } = row;
    await db
      .insertInto('content')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute();
  }
  // The server may have read its list for the test before this one, and caches it for a second.
  clock.advance(1_000);
}
