import { isAppAddress, itemPath } from '@companion/contract/appAddress';
import type { PushPayload } from '@companion/contract/push';

declare const self: ServiceWorkerGlobalScope;

/** Shows what was pushed. Always: browsers end a subscription whose messages show nothing. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, text, tag, session } = readPayload(data);
  const path = session ? itemPath(session.campaignId, session.contentId) : HOME;
  await self.registration.showNotification(title, { body: text, tag, data: path });
}

const HOME = '/dashboard';

/** What cannot be read is of a newer server, whose app has arrived when this one is opened. */
const UNREADABLE: PushPayload = {
  title: 'News from the event',
  text: 'Open the app to read it.',
  // Several are as one.
  tag: 'news',
  session: null,
};

function readPayload(data: PushMessageData | null): PushPayload {
  try {
    return { ...UNREADABLE, ...data?.json() };
  } catch {
    return UNREADABLE;
  }
}

/** Opens what a notification is about: in a tab of the app, if there is one. */
export async function openPushed(notification: Notification): Promise<void> {
  notification.close();
  const path = String(notification.data ?? HOME);
  const tabs = await self.clients.matchAll({ type: 'window' });
  for (const tab of tabs) {
    // Not the console, or a screen on stage.
    if (!isAppAddress(new URL(tab.url).pathname)) continue;
    // Drafts survive it. A tab that this worker does not serve, or that is closing, refuses.
    const opened = await tab.navigate(path).catch(() => null);
    if (opened) return void (await opened.focus());
  }
  await self.clients.openWindow(path);
}

/** The push service has ended the subscription: the app tells the server of the next one when it is opened. */
export async function subscribeAgain(earlier: PushSubscription | null): Promise<void> {
  if (earlier) await self.registration.pushManager.subscribe(earlier.options);
}
