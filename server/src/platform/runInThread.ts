import { Worker } from 'node:worker_threads';

interface ThreadLimits {
  timeoutMs?: number;
  /** Of the thread alone: one that needs more ends, and the server goes on. */
  memoryMb?: number;
}

/** Why a thread has ended without a result. */
export class ThreadFailure extends Error {
  readonly reason: 'time' | 'memory' | 'stopped';

  constructor(reason: ThreadFailure['reason'], detail = '') {
    super(`the thread has ended without a result (${reason})${detail && `: ${detail}`}`);
    this.reason = reason;
  }
}

/**
 * Runs a program in a thread of its own, in which nothing that it reads can hold up the server.
 * @param workerData what the program gets
 * @param take gets each message of the program; the first that is not undefined is the result, and ends the thread
 * @throws ThreadFailure if it ends early, or what `take` or the program throws
 */
export function runInThread<Message, Result>(
  program: URL,
  workerData: unknown,
  { timeoutMs, memoryMb }: ThreadLimits,
  take: (message: Message) => Result | undefined,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const worker = new Worker(program, {
    workerData,
    ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    execArgv: [],
  });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => reject(new ThreadFailure('time')), timeoutMs);
  worker.on('message', (message: Message) => {
    try {
      const result = take(message);
      if (result !== undefined) resolve(result);
    } catch (error) {
      reject(error);
    }
  });
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadFailure('memory') : error),
  );
  // After a result or an error this changes nothing.
  worker.once('exit', (code) => reject(new ThreadFailure('stopped', `exit code ${code}`)));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
