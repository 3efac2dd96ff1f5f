/** Whether the server answers. While it does not, it is asked again until it does. */
const RETRY_MS = 2000;

let lost = false;
const listeners = new Set<() => void>();

export const isConnectionLost = (): boolean => lost;

/** Calls a function after each change. Returns a function that stops it. */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** A call got no answer, or that of a proxy whose server is away. */
export function reportLost(): void {
  if (lost) return;
  change(true);
  setTimeout(probe, RETRY_MS);
}

export function reportAnswered(): void {
  if (lost) change(false);
}

async function probe(): Promise<void> {
  if (!lost) return;
  const answered = await fetch('/health/ready', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answered) reportAnswered();
  else setTimeout(probe, RETRY_MS);
}

function change(isLost: boolean): void {
  lost = isLost;
  for (const listener of listeners) listener();
}
