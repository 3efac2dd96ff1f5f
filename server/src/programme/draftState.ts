import type { DraftState, getProgramme } from '@companion/contract/staff/programme';
import type { z } from 'zod/mini';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { perServer } from '../platform/perServer.ts';
import type { Services } from '../platform/services.ts';
import { isoTime, MINUTE } from '../platform/time.ts';
import { type CheckedProgramme, checkProgramme } from './checkProgramme.ts';
import { diffProgrammes } from './diffProgrammes.ts';
import { type Draft, NO_PROGRAMME, readDraft, readPublished } from './draftQueries.ts';

/** The event that `events/demo` has. */
export const DEMO_ID = 'confluence-demo';

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

interface Check {
  key: string;
  checked: Promise<CheckedProgramme>;
}

const lastCheckOf = perServer((_services: Services): { last?: Check } => ({}));

/** The draft, and what is wrong with it: checked once after each edit, and a minute later for what else has changed. */
export async function readProgramme(services: Services): Promise<ProgrammeAnswer> {
  const { db, now } = services;
  const draft = await readDraft(db);
  const key = `${draft.version} ${Math.floor(now() / MINUTE)}`;
  const kept = lastCheckOf(services);
  const check = kept.last?.key === key ? kept.last : { key, checked: checkProgramme(db, draft.programme, now()) };
  kept.last = check;
  const { problems, warnings } = await check.checked.catch((error: unknown) => {
    // A failure is not kept; a newer check is.
    if (kept.last === check) delete kept.last;
    throw error;
  });
  return { draft: await describeDraft(db, draft), programme: draft.programme, problems, warnings };
}
