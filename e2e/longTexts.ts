import { recordQuestions } from '@companion/testkit/recordQuestions';
import { type StagedItem, stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';

export const LONG_NAME = 'Donaudampfschifffahrtsgesellschafts';
const LONG_TITLE =
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz and What It Means for Subcontracting Plans';
export const LONG_FIELDS = {
  firstName: LONG_NAME,
  lastName: LONG_NAME,
  organizationName: 'Confederated Intertribal Procurement, Manufacturing and Telecommunications Enterprises '
    .repeat(2)
    .slice(0, 120),
};

/** Items with long texts only. One of them is on now. */
export function longContent(server: TestServer): Promise<void> {
  const from = (minutes: number) => new Date(server.clock.now() + minutes * 60_000).toISOString();
  const item = (id: string, start: number, changed: Partial<StagedItem> = {}): StagedItem => ({
    id,
    title: LONG_TITLE,
    subtitle: LONG_TITLE,
    room: `Ballroom ${LONG_NAME}`,
    body: `<h2>${LONG_TITLE}</h2><p>${LONG_TITLE} https://example.gov/${'a-long-address-'.repeat(8)}</p><table><tr>${'<td>Column</td>'.repeat(12)}</tr></table><pre>${'preformatted '.repeat(20)}</pre>`,
    start: from(start),
    end: from(start + 60),
    speakerIds: ['speaker'],
    ...changed,
  });
  return stageContent(server, [
    item('running', -20),
    item('parallel', -20, { category: 'Breakout Sessions' }),
    item('following', 45, { category: 'Day 2' }),
    item('speaker', 0, { type: 'Speaker', title: `${LONG_NAME} ${LONG_NAME}`, speakerIds: [] }),
    item('sponsor', 0, { campaign_id: 'sponsors', category: 'Sponsor', tier: 'Gold', url: 'https://long.example/' }),
  ]);
}

export async function longQuestion(server: TestServer): Promise<void> {
  await server.services.db
    .updateTable('questions')
    .set({ question: `${LONG_TITLE}?`, options: JSON.stringify([LONG_TITLE, LONG_NAME, 'No']) })
    .where('id', '=', 'first-call')
    .execute();
  await recordQuestions(server.services.db);
}

/** The attendee has commented and asked at length. */
export async function longActivity(server: TestServer): Promise<void> {
  await longContent(server);
  const { db } = server.services;
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const at = server.clock.now();
  const row = {
    account_id: id,
    content_id: 'running',
    created_at: at,
    updated_at: at,
    standing: 'unconfirmed',
  } as const;
  await db
    .insertInto('comments')
    .values({ ...row, comment: `${LONG_NAME} ${LONG_TITLE}` })
    .execute();
  const { standing: _, ...own } = row;
  await db
    .insertInto('own_notes')
    .values({ ...own, note: `${LONG_NAME}\n\n${LONG_TITLE}` })
    .execute();
  await db
    .insertInto('audience_questions')
    .values({ ...row, id: 'long', text: `${LONG_TITLE}?`, state: 'pending' })
    .execute();
}
