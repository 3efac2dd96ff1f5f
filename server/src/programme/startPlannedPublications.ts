import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../identity/staff/recordAudit.ts';
import { DomainError } from '../platform/domainError.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
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
  let work: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A large programme takes a while to be checked.
    work ??= publishIfDue(services, log)
      .catch((error: unknown) => log.error(error, 'the planned publication failed and is tried again'))
      .finally(() => {
        work = undefined;
      });
  }, SECOND);
  return async () => {
    clearInterval(timer);
    await work;
  };
}

async function publishIfDue(services: Services, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const plan = await services.db.selectFrom('programme_draft').select(['publish_at', 'version']).executeTakeFirst();
  if (!plan || !isDue(services, plan.publish_at)) return;
  try {
    const prepared = await prepareDraft(services, plan.version);
    await whileDue(services, async (tx, { publishBy: staffId }) => {
      await publish(tx, prepared, { origin: 'planned', staffId });
      const what = { action: 'publishProgramme', entity: 'programme', entityId: 'programme' };
      await recordAudit(tx, { ...what, staffId, traceId: null });
    });
  } catch (error) {
    if (error instanceof UnpublishableProgramme) {
      log.warn({ problems: error.errors }, 'the planned publication is given up: the draft has problems');
      await whileDue(services, async (tx, { version }) => {
        if (version === plan.version) await givePlanUp(tx);
      });
    } else if (!(error instanceof DomainError && error.kind === 'conflict')) {
      throw error;
    }
    // Edited in between: the next turn publishes that.
  }
}

const isDue = ({ now }: Pick<Services, 'now'>, at: number | null): at is number => at !== null && at <= now();

/** Runs the work unless another node has done it, or a member has taken the plan back. */
const whileDue = (services: Services, work: (tx: Transacting, draft: Draft) => Promise<void>): Promise<void> =>
  transact(services, async (tx) => {
    const draft = await lockDraft(tx.db);
    if (isDue(tx, draft.publishAt)) await work(tx, draft);
  });
