import { writeSync } from 'node:fs';

/** How often, and for how long in between, a reader that is slow to take a line is waited for. */
const MAX_WAITS = 100;
const WAIT_MS = 10;

/**
 * Where log lines go. One that cannot be written, such as onto a full disk or to a reader that has stopped, is lost, and
 * the server goes on: pino's own output waits without end.
 * @param fd of an open file; standard output by default
 */
export function logOutput(fd = 1): { write(line: string): void } {
  /** A reader that did not take one line in time is not waited for until it takes another. */
  let waitsLeft = MAX_WAITS;
  /** The end of the last line is missing. */
  let isCut = false;
  return {
    write(line) {
      let left = Buffer.from(isCut ? `\n${line}` : line);
      const { length } = left;
      while (left.length > 0) {
        try {
          left = left.subarray(writeSync(fd, left));
          waitsLeft = MAX_WAITS;
        } catch (error) {
          const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
          if (!isBusy || waitsLeft === 0) break;
          waitsLeft -= 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
        }
      }
      if (left.length < length) isCut = left.length > 0;
    },
  };
}
