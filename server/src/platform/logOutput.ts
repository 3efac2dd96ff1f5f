import { writeSync } from 'node:fs';

/** How often, and for how long in between, a reader that is slow to take a line is waited for. */
const MAX_WAITS = 100;
const WAIT_MS = 10;

/**
 * Where log lines go. One that cannot be written, such as onto a full disk, is lost, and the server goes on: pino's own
 * output waits for space without end.
 * @param fd of an open file; standard output by default
 */
export const logOutput = (fd = 1): { write(line: string): void } => ({
  write(line) {
    let left = Buffer.from(line);
    for (let waits = 0; left.length > 0; ) {
      try {
        left = left.subarray(writeSync(fd, left));
      } catch (error) {
        const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
        if (!isBusy || waits === MAX_WAITS) return;
        waits += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
      }
    }
  },
});
