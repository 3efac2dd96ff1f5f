import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { createPoll } from '@companion/contract/staff/polls';
import type { Programme, ProgrammeEdit } from '@companion/contract/staff/programme';
import type { z } from 'zod/mini';
import type { Pack } from '../event/readPack.ts';
import { DomainError, reject, rejectFields } from '../platform/domainError.ts';
import { limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { HOUR } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { applyEdits, NO_IDS } from './applyEdits.ts';
import { checkProgramme } from './checkProgramme.ts';
import { lockDraft, readDraft, readPublished } from './draftQueries.ts';
import { readUsedIds } from './editDraft.ts';
import { takeProgramme } from './takeProgramme.ts';

type Add = Extract<ProgrammeEdit, { op: 'add' }>;

/** What is published, with one more poll: checked before its transaction, which is short therefore. */
export interface PreparedPoll {
  revision: number;
  added: Add & { id: string };
  programme: Programme;
  pack: Pack;
}

/** Of a member: each is a revision of the whole programme, and makes the phones read the list of questions. */
const POLLS_AN_HOUR = 60;

/** @throws DomainError `invalid` with a message per field, `conflict` while nothing valid is published */
export async function preparePoll(
  services: Services,
  { campaignId, question, type, options }: z.output<typeof createPoll.body>,
): Promise<PreparedPoll> {
  const { db } = services;
  const published = await readPublished(db);
  if (!published || published.revision === 0) reject('conflict', 'Publish the event first, then ask more.');
  const isSet = published.programme.campaigns.some(({ id }) => id === campaignId);
  if (!isSet || SURVEY_CAMPAIGNS.includes(campaignId)) rejectFields({ campaignId: 'Choose a set of polls' });

  const fields = { campaign: campaignId, type, question, ...(options && { options }) };
  const add: Add = { op: 'add', list: 'questions', fields };
  const draft = await readDraft(db);
  const [id = ''] = applyEdits(draft.programme, [add], await readUsedIds(db, draft)).added;
  const added = { ...add, id };
  // The id was found free.
  const { programme } = applyEdits(published.programme, [added], NO_IDS);
  const { pack, problems } = await checkProgramme(db, programme, services.now());
  if (pack) return { revision: published.revision, added, programme, pack };
  const own = problems.find((problem) => problem.list === 'questions' && problem.id === id);
  if (own?.field) rejectFields({ [own.field]: inSentence(own.text) });
  // The rules of a later version.
  reject('conflict', 'What is published has problems, which owners and editors correct first.');
}

/**
 * Publishes what is published with the poll, and adds it to the draft, which keeps its other changes and its plan.
 * @throws DomainError `conflict` if something else was published since, `invalid` if the draft has no such set any more,
 * `limited`
 */
export async function publishPoll(
  tx: Transacting,
  { revision, added, programme, pack }: PreparedPoll,
  staffId: string,
): Promise<void> {
  const perHour = { key: `new poll ${staffId}`, max: POLLS_AN_HOUR, window: HOUR };
  await limit(tx.db, tx.now(), perHour, `You have added ${POLLS_AN_HOUR} polls within an hour. Please wait a little.`);
  const draft = await lockDraft(tx.db);
  const published = await readPublished(tx.db);
  const edited = applyEdits(draft.programme, [added], NO_IDS);
  if (published?.revision !== revision || edited.conflicts.length > 0)
    throw new DomainError('conflict', 'The programme has changed in the meantime. Please try again.');
  if (!draft.programme.campaigns.some(({ id }) => id === added.fields.campaign))
    rejectFields({ campaignId: 'The draft of the programme no longer has this set. Choose another one' });
  await takeProgramme(tx, { programme, pack, origin: 'console', staffId, draft: edited.programme });
}

/** The words of a finding, as a form shows them: `options must be two or more`. */
const inSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
