import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** `fetch` refuses a list of ports (Fetch standard, "bad port"), of which 10080 is the highest. */
export const LOWEST_PORT = 10_081;

/**
 * A port of 127.0.0.1 that nobody listens on at the moment. Not one of the system's own choosing: those it also gives to
 * outgoing connections, one of which may have taken it by the time a server listens.
 */
export async function sparePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
