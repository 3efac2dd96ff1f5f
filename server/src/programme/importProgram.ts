import { parentPort, workerData } from 'node:worker_threads';
import { planDraftImport } from './planDraftImport.ts';
import type { ImportOfText } from './runImport.ts';

/* The thread that reads a schedule: a large one takes seconds, in which the server goes on answering. */

// `runImport` starts it with a job.
const { draft, isDryRun, ...job } = workerData as ImportOfText;
const { result, edits } = planDraftImport({ ...job, draft: JSON.parse(draft) });
// A dry run needs only their digest, and they may be as large as the schedule.
parentPort?.postMessage({ result, edits: isDryRun ? [] : edits });
