import { parentPort, workerData } from 'node:worker_threads';
import { type ImportJob, planDraftImport } from './planDraftImport.ts';

/* The thread that reads a schedule: a large one takes seconds, in which the server goes on answering. */

// `runImport` starts it with a job.
parentPort?.postMessage(planDraftImport(workerData as ImportJob));
