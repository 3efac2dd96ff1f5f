let offset = 0;

/** Learns the server's time from an answer's `Date`, which has whole seconds. */
export function readServerClock({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  // Half a second more: on average, what the header leaves out.
  if (!Number.isNaN(date)) offset = date + 500 - Date.now();
}

/** The time by the server's clock: this device's may be wrong. */
export const serverNow = (): number => Date.now() + offset;
