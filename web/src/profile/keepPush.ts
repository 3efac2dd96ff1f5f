import type { AppStore } from '../api/api.ts';
import { noticeApi } from '../api/noticeApi.ts';
import { subscribeToPush } from './pushOnPhone.ts';

/**
 * Tells the server of this browser again, at each start of the app: its address may have changed since, the session may be
 * another one, and so may the server's key. A failure shows nothing: the next start tries again.
 */
export async function keepPush({ dispatch }: Pick<AppStore, 'dispatch'>): Promise<void> {
  const reading = dispatch(noticeApi.endpoints.getNoticeSettings.initiate());
  try {
    const { pushKey } = await reading.unwrap();
    const subscription = pushKey === null ? undefined : await subscribeToPush(pushKey);
    if (subscription) await dispatch(noticeApi.endpoints.savePushDevice.initiate(subscription)).unwrap();
  } catch {
    // See above.
  } finally {
    reading.unsubscribe();
  }
}
