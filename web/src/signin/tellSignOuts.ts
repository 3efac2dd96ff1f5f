import type { AppStore } from '../api/api.ts';
import { hasSignOuts } from '../session/storedSession.ts';

/**
 * Tells the server of the sign-outs that it has not answered. There are hardly ever any, so the code loads then.
 * @returns whether it knows of all of them now
 */
export async function tellSignOuts(store: Pick<AppStore, 'dispatch'>): Promise<boolean> {
  if (!hasSignOuts()) return true;
  try {
    const { sendSignOuts } = await import('./serverSignOut.ts');
    return await sendSignOuts(store);
  } catch {
    // Without a network the code may not load either.
    return false;
  }
}
