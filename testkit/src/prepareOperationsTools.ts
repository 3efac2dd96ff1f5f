import { ensureOperationsTools, NO_OPERATIONS_TOOLS } from './ensureOperationsTools.ts';

/** Vitest's global setup of the tests that run the samples of docs/operations.md. */
export async function setup(): Promise<void> {
  if (!(await ensureOperationsTools(console.log))) throw new Error(NO_OPERATIONS_TOOLS);
}
