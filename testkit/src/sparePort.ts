import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** `fetch` refuses a list of ports (Fetch standard, "bad port"), of which 10080 is the highest. */
export const LOWEST_PORT = 10_081;
/** From here on the system chooses ports for outgoing connections. */
const HIGHEST_PORT = 32_000;

/**
 * A port of 127.0.0.1 on which nothing listens. It is not one that the system chooses: the system also gives those to
 * outgoing connections, which may take it before a server listens.
 */
export const sparePort = (): Promise<number> =>
  getPort({ host: '127.0.0.1', port: Array.from({ length: 100 }, () => randomInt(LOWEST_PORT, HIGHEST_PORT)) });
