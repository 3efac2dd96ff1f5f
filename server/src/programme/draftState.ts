import type { DraftState, getProgramme } from '@companion/contract/staff/programme';
import type { z } from 'zod/mini';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { isoTime, MINUTE } from '../platform/time.ts';
import { type CheckedProgramme, checkProgramme } from './checkProgramme.ts';
import { diffProgrammes } from './diffProgrammes.ts';
import { type Draft, NO_PROGRAMME, readDraft, readPublished } from './draftQueries.ts';

/** The event that `events/demo` has. */
const DEMO_ID = 'confluence-demo';

export async function readDraftState(db: ReadDatabase): Promise<DraftState> {
  return describeDraft(db, await readDraft(db));
}

async function describeDraft(db: ReadDatabase, draft: Draft): Promise<DraftState> {
  const published = await readPublished(db);
  const planner = draft.publishBy
    ? await db.selectFrom('staff').select('name').where('id', '=', draft.publishBy).executeTakeFirst()
    : undefined;
  const revision = published?.revision ?? 0;
  return {
    version: draft.version,
    revision,
    publishedAt: published && revision > 0 ? isoTime(published.publishedAt) : null,
    changes: diffProgrammes(published?.programme ?? NO_PROGRAMME, draft.programme).length,
    publishAt: draft.publishAt === null ? null : isoTime(draft.publishAt),
    publishBy: planner?.name ?? null,
    publishFailedAt: draft.publishFailedAt === null ? null : isoTime(draft.publishFailedAt),
    isDemo: published?.programme.event.id === DEMO_ID,
  };
}

type ProgrammeAnswer = z.output<(typeof getProgramme)['answer']>['results'];

const lastCheck = new WeakMap<Services['config'], { key: string; checked: Promise<CheckedProgramme> }>();

/** The draft, and what is wrong with it: checked once after each edit, and a minute later for what else has changed. */
export async function readProgramme({ config, db, now }: Services): Promise<ProgrammeAnswer> {
  const draft = await readDraft(db);
  const key = `${draft.version} ${Math.floor(now() / MINUTE)}`;
  let last = lastCheck.get(config);
  if (last?.key !== key) {
    last = { key, checked: checkProgramme(db, draft.programme, now()) };
    lastCheck.set(config, last);
    // A failure is not kept.
    last.checked.catch(() => lastCheck.delete(config));
  }
  const { problems, warnings } = await last.checked;
  return { draft: await describeDraft(db, draft), programme: draft.programme, problems, warnings };
}
