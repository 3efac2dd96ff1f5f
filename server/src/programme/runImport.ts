import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../platform/domainError.ts';
import { SECOND } from '../platform/time.ts';
import type { ImportJob, ImportPlan } from './planDraftImport.ts';

const PROGRAM = join(import.meta.dirname, 'importProgram.ts');
/** Below what the console waits for an answer. A schedule of 10 MB takes a few seconds. */
const TIMEOUT_MS = 18 * SECOND;
/** Of the thread alone: a schedule that needs more ends the thread, not the server. */
const MEMORY_MB = 512;

/** One after the other: several at once would take the processors from attendees. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Plans an import in a thread of its own, in which nothing that a schedule contains can hold up the server.
 * @param limits others, for tests
 * @throws DomainError `invalid` for a schedule that takes too long or too much memory
 */
export function runImport(job: ImportJob, limits: { timeoutMs?: number } = {}): Promise<ImportPlan> {
  const planned = last.then(() => inThread(job, limits));
  last = planned.catch(() => undefined);
  return planned;
}

function inThread(job: ImportJob, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number }): Promise<ImportPlan> {
  return new Promise((resolve, fail) => {
    const worker = new Worker(PROGRAM, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      execArgv: [],
    });
    const giveUp = (why: string) => {
      void worker.terminate();
      fail(new DomainError('invalid', `The schedule cannot be read: it takes too much ${why}. Import it in parts.`));
    };
    const timer = setTimeout(() => giveUp('time'), timeoutMs);
    worker.once('message', (plan: ImportPlan) => resolve(plan));
    worker.once('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp('memory') : fail(error),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      // After an answer or an error this changes nothing.
      fail(new Error('The thread of the import has ended without an answer'));
    });
  });
}
