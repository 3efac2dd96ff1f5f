import { getNoticeSettings, savePushDevice } from '@companion/contract/noticeSettings';
import type { AppStore } from '../api/api.ts';
import { sendApart } from '../api/baseQuery.ts';
import { request } from '../api/request.ts';
import { subscribeToPush, unsubscribeFromPush } from './pushOnPhone.ts';

/**
 * Tells the server of this browser again, at each start of the app: its address may have changed since, the session may
 * be another one, and so may the server's key. A failure shows nothing: the next start tries again.
 */
export async function keepPush(store: AppStore, accountId: string): Promise<void> {
  const isOver = () => store.getState().session.profile?.id !== accountId;
  const { data } = await sendApart(request(getNoticeSettings), 'query', store);
  const settings = getNoticeSettings.read.safeParse(data);
  const pushKey = settings.success ? settings.data.results.pushKey : null;
  if (pushKey === null || isOver()) return;
  // The permission was given before, so the browser asks for nothing.
  const subscription = await subscribeToPush(pushKey);
  if (isOver()) return suspendPush();
  if (subscription) await sendApart(request(savePushDevice, { ...subscription }), 'mutation', store);
}

/**
 * While the account that has turned push on is not signed in, nothing of it shows, also if the server has not learned
 * of the sign-out: somebody else may have the phone.
 */
export async function suspendPush(): Promise<void> {
  await unsubscribeFromPush();
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}
