/* Apart from formatTime.ts, which is not part of the first download. */

export const MINUTE_MS = 60_000;

export const timeout = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms));
