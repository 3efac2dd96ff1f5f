/** What this browser can do; `installFirst`: an iPhone or iPad, which pushes to installed apps only. */
export type PushAbility = 'able' | 'blocked' | 'installFirst' | 'unable';

export function readPushAbility(): PushAbility {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'blocked' : 'able';
  }
  return 'standalone' in navigator && navigator.maxTouchPoints > 0 ? 'installFirst' : 'unable';
}

/** What the server needs to push to this browser. */
export interface PushSubscriptionFields {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Subscribes this browser, or finds that it is. Asks for the permission, if it was never asked for: call it after a
 * tap.
 * @param pushKey the server's, Base64url
 * @returns undefined if the attendee has not allowed it
 * @throws Error if the browser, or its push service, does not do it
 */
export async function subscribeToPush(pushKey: string): Promise<PushSubscriptionFields | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('The app is not stored on this phone yet.');
  const { pushManager } = registration;
  const earlier = await pushManager.getSubscription();
  // With the key of another secret nothing would arrive.
  if (earlier && keyOf(earlier) !== pushKey) await earlier.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** @returns the address that nothing may be sent to any more; undefined if there was none */
export async function unsubscribeFromPush(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer()));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
