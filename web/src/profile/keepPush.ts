import { getNoticeSettings, savePushDevice } from '@companion/contract/noticeSettings';
import type { AppStore } from '../api/api.ts';
import { sendApart } from '../api/baseQuery.ts';
import { request } from '../api/request.ts';
import { subscribeToPush } from './pushOnPhone.ts';

/**
 * Tells the server of this browser again, at each start of the app: its address may have changed since, the session may be
 * another one, and so may the server's key. A failure shows nothing: the next start tries again.
 */
export async function keepPush(store: AppStore, accountId: string): Promise<void> {
  const { data } = await sendApart(request(getNoticeSettings), 'query', store);
  const settings = getNoticeSettings.read.safeParse(data);
  const pushKey = settings.success ? settings.data.results.pushKey : null;
  if (pushKey === null) return;
  // The permission was given before, so the browser asks for nothing.
  const subscription = await subscribeToPush(pushKey);
  // Somebody else may have signed in meanwhile.
  if (!subscription || store.getState().session.profile?.id !== accountId) return;
  await sendApart(request(savePushDevice, { ...subscription }), 'mutation', store);
}
