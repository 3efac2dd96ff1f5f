import { reachability } from '../api/server.ts';

/** If the code is still missing after these, the network is not the cause: the next start of the app tries again. */
const MAX_ATTEMPTS = 5;

/**
 * Loads code that no screen waits for. If it fails, it is loaded again when the server can be reached.
 * @throws the last error
 */
export async function loadLate<Code>(load: () => Promise<Code>, attempts = MAX_ATTEMPTS): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (attempts === 1) throw error;
    await new Promise<void>((resolve) => reachability.onceReachable(resolve));
    return loadLate(load, attempts - 1);
  }
}
