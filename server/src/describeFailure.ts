import { printable } from './platform/printable.ts';

/** What the operator is told: a sentence if they can fix the error, otherwise the error with its stack. */
export function describeFailure(error: unknown): unknown {
  const expected = error instanceof Error && !(error instanceof TypeError || error instanceof ReferenceError);
  return expected ? printable(error.message) : error;
}
