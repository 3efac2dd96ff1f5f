import { join } from 'node:path';
import type { Programme } from '@companion/contract/staff/programme';
import type { Pack } from '../event/readPack.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Services } from '../platform/services.ts';
import type { Transacting } from '../platform/transact.ts';
import { isSameProgramme } from './diffProgrammes.ts';
import { lockDraft, readPublished } from './draftQueries.ts';
import { DEMO_ID } from './draftState.ts';
import { EMPTY_EVENT } from './emptyEvent.ts';
import { mergeProgrammes } from './mergeProgrammes.ts';
import { type PackFolder, readPackFolder, storePictures } from './readPackFolder.ts';
import { takeProgramme } from './takeProgramme.ts';

const DEMO = join(import.meta.dirname, '../../../events/demo');

/** Reads the demo event and stores its pictures, before the transaction that publishes it. */
export async function prepareDemo(services: Services): Promise<PackFolder> {
  const demo = await readPackFolder(DEMO, services.now());
  await storePictures(services, DEMO, demo.programme);
  return demo;
}

/** Publishes the demo event. @throws DomainError `conflict` if that would lose what anyone has made */
export async function startDemo(tx: Transacting, { programme, pack }: PackFolder, staffId: string): Promise<void> {
  const draft = await lockDraft(tx.db);
  const published = await readPublished(tx.db);
  const isUntouched = [draft.programme, published?.programme].every((one) => one && isSameProgramme(one, EMPTY_EVENT));
  if (!isUntouched) reject('conflict', 'There is an event already. The demo event would replace it.');
  await takeProgramme(tx, { programme, pack, origin: 'demo', staffId });
}

/**
 * Publishes the empty event in place of the demo event, and deletes what attendees wrote to that, and announcements,
 * which have been ended. The draft keeps what it has beyond the demo event.
 * @throws DomainError `conflict` if another event is published
 */
export async function removeDemo(tx: Transacting, empty: Pack, staffId: string): Promise<void> {
  const draft = await lockDraft(tx.db);
  const published = await readPublished(tx.db);
  if (published?.programme.event.id !== DEMO_ID) reject('conflict', 'The demo event is not published.');
  const kept = keptOf(draft.programme, published.programme);
  const isKept = !isSameProgramme(kept, EMPTY_EVENT);
  // First: it tells open phones that the lists that they have are different ones.
  await takeProgramme(tx, {
    ...{ programme: EMPTY_EVENT, pack: empty, origin: 'demo', staffId },
    ...(isKept && { draft: kept }),
  });
  await deleteWritten(tx);
  await recordChange(tx, 'stage', 'demo');
}

/** What the draft has beyond the demo event, with what that names of it. */
function keptOf(draft: Programme, demo: Programme): Programme {
  const beyond = (base: Programme) => mergeProgrammes({ base, pack: EMPTY_EVENT, console: draft }, 'console').programme;
  const { agenda, questions } = beyond(demo);
  const named = new Set(
    [...agenda, ...questions].flatMap(({ campaign, speakers, sponsor }) => [campaign, speakers, sponsor].flat()),
  );
  const others = (list: 'campaigns' | 'speakers' | 'sponsors') => demo[list].filter(({ id }) => !named.has(id));
  const lists = { campaigns: others('campaigns'), speakers: others('speakers'), sponsors: others('sponsors') };
  // What is not of the demo event stays.
  return beyond({ ...demo, ...lists });
}

/** All that refers to sessions and questions, announcements, and the messages of the feedback form. Accounts stay. */
async function deleteWritten({ db }: Transacting): Promise<void> {
  await db.updateTable('stage').set({ question_id: null, content_id: null }).execute();
  for (const table of WRITTEN) await db.deleteFrom(table).execute();
  // Surveys of the next event are asked again.
  await db.updateTable('accounts').set({ pre_event_complete: 0, post_event_complete: 0 }).execute();
}

/** In the order in which they refer to each other. */
const WRITTEN = [
  ...(['answer_approvals', 'withdrawn_answers', 'answers', 'votes', 'comment_moderations', 'comments'] as const),
  ...(['audience_question_upvotes', 'audience_questions', 'feedback', 'summary_links', 'polls'] as const),
  ...(['push_messages', 'session_notices', 'told_sessions', 'saved_sessions', 'own_notes', 'announcements'] as const),
  ...(['questions', 'campaigns', 'content'] as const),
] as const;
