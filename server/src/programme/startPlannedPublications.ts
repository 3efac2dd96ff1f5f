import { PROGRAMME_STAFF } from '@companion/contract/staff/programme';
import type { FastifyBaseLogger } from 'fastify';
import { findMember } from '../identity/staff/memberQueries.ts';
import { recordAudit } from '../identity/staff/recordAudit.ts';
import { DomainError } from '../platform/domainError.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { workUntilStopped } from '../platform/workUntilStopped.ts';
import { type Draft, lockDraft } from './draftQueries.ts';
import { givePlanUp, prepareDraft, publish, UnpublishableProgramme } from './publish.ts';

/**
 * Publishes the draft at the time that a member has planned; every node tries, and one does.
 * @returns a function that stops it
 */
export function startPlannedPublications(
  services: Services,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): () => Promise<void> {
  return workUntilStopped({
    turn: async () => {
      await publishIfDue(services, log);
      return false;
    },
    pauseMs: SECOND,
    log,
    failure: 'a planned publication could not be looked for or made; retrying',
  });
}

async function publishIfDue(services: Services, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const plan = await services.db.selectFrom('programme_draft').select(['publish_at', 'version']).executeTakeFirst();
  if (!plan || !isDue(services, plan.publish_at)) return;
  try {
    const prepared = await prepareDraft(services, plan.version);
    await whileDue(services, async (tx, { publishBy }) => {
      if (await mayPublish(tx, publishBy)) {
        await publish(tx, prepared, { origin: 'planned', staffId: publishBy });
        await recordPlanned(tx, publishBy);
      } else {
        log.warn('the planned publication is given up: the member may not publish any more');
        await givePlanUp(tx, publishBy);
        await recordPlanned(tx, publishBy, 'member');
      }
    });
  } catch (error) {
    if (error instanceof UnpublishableProgramme) {
      log.warn({ problems: error.errors }, 'the planned publication is given up: the draft has problems');
      await whileDue(services, async (tx, { version, publishBy }) => {
        if (version !== plan.version) return;
        await givePlanUp(tx, null);
        await recordPlanned(tx, publishBy, 'problems');
      });
    } else if (!(error instanceof DomainError && error.kind === 'conflict')) {
      throw error;
    }
    // Edited in between: the next turn publishes that.
  }
}

/** Whether who has planned it is still a member who may publish: else the plan is no one's. */
async function mayPublish({ db }: Transacting, staffId: string | null): Promise<boolean> {
  const member = staffId === null ? undefined : await findMember(db, staffId);
  return PROGRAMME_STAFF.some((role) => role === member?.role);
}

/** @param givenUp why nothing was published */
const recordPlanned = (tx: Transacting, staffId: string | null, givenUp?: 'member' | 'problems'): Promise<void> =>
  recordAudit(tx, {
    ...{ action: 'publishProgramme', entity: 'programme', entityId: 'programme' },
    ...{ staffId, choices: { givenUp }, traceId: null },
  });

const isDue = ({ now }: Pick<Services, 'now'>, at: number | null): at is number => at !== null && at <= now();

/** Runs the work unless another node has done it, or a member has taken the plan back. */
const whileDue = (services: Services, work: (tx: Transacting, draft: Draft) => Promise<void>): Promise<void> =>
  transact(services, async (tx) => {
    const draft = await lockDraft(tx.db);
    if (isDue(tx, draft.publishAt)) await work(tx, draft);
  });
