import { DomainError, unavailable } from '../platform/domainError.ts';
import { KeyedQueue } from '../platform/keyedQueue.ts';
import { runInThread, ThreadFailure } from '../platform/runInThread.ts';
import { SECOND } from '../platform/time.ts';
import type { ImportJob, ImportPlan } from './planDraftImport.ts';

const PROGRAM = new URL('./importProgram.ts', import.meta.url);
/** Of the wait and the work together, below what the console waits for an answer. A schedule of 10 MB takes a few seconds. */
const TIMEOUT_MS = 18 * SECOND;
const MEMORY_MB = 512;

/** Several at once would take the processors from attendees, and each has its files in memory. */
const queue = new KeyedQueue({ atOnce: 1, maxWaiting: 4, longestWait: 4 * SECOND });

/** With the draft as it is stored: the thread parses it. */
export interface ImportOfText extends Omit<ImportJob, 'draft'> {
  draft: string;
  /** Its plan has no edits. */
  isDryRun: boolean;
}

interface ImportOptions {
  /** Whether the member does not wait for the answer any more. */
  hasLeft?: () => boolean;
  /** Others, for tests. */
  program?: URL;
  timeoutMs?: number;
}

/**
 * Plans an import in a thread of its own, one import at a time.
 * @throws DomainError `invalid` for a schedule that takes too long or too much memory, `unavailable` if too many wait
 */
export function runImport(
  job: ImportOfText,
  { hasLeft = () => false, program = PROGRAM, timeoutMs = TIMEOUT_MS }: ImportOptions = {},
): Promise<ImportPlan> {
  const end = performance.now() + timeoutMs;
  return queue.run('import', hasLeft, () => {
    const limits = { timeoutMs: end - performance.now(), memoryMb: MEMORY_MB };
    return runInThread(program, job, limits, (plan: ImportPlan) => plan).catch(explain);
  });
}

function explain(error: unknown): never {
  if (!(error instanceof ThreadFailure)) throw error;
  if (error.reason === 'stopped')
    throw unavailable('The import was interrupted, and changed nothing. Please try again.');
  const why = `it takes too much ${error.reason}`;
  throw new DomainError('invalid', `The schedule cannot be read: ${why}. Import it in parts.`);
}
