import { watchedValue } from './watchedValue.ts';

/** Whether the server answers. While it does not, it is asked again until it does. */
const RETRY_MS = 2000;
/** A line may be cut without a word, and a question would wait for minutes. */
const TIMEOUT_MS = 5000;

const lost = watchedValue(false);
let retry: ReturnType<typeof setTimeout> | undefined;

export const isConnectionLost = lost.get;

export const watchConnection = lost.watch;

/** A call got no answer, or that of a proxy whose server is away. */
export function reportLost(): void {
  if (lost.get()) return;
  lost.set(true);
  clearTimeout(retry);
  retry = setTimeout(probe, RETRY_MS);
}

export function reportAnswered(): void {
  if (lost.get()) lost.set(false);
}

async function probe(): Promise<void> {
  if (!lost.get()) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answered = await fetch('/health/ready', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answered) reportAnswered();
  else retry = setTimeout(probe, RETRY_MS);
}
