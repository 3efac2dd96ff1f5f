import { ACTIVATE } from '../worker/messages.ts';

/*
 * A stored version of the app that does not start can neither say that a newer one is ready nor let it take over, and
 * would be opened for ever. So the page's inline script does both while the app has not started.
 */
const EVENTS = ['error', 'unhandledrejection'];

export function watchStart(): void {
  for (const event of EVENTS) addEventListener(event, onError, true);
  Object.assign(window, { earlyRescue: stop });
}

const onError = ({ target }: Event) => {
  // A picture may be missing.
  if (target !== window && !(target instanceof HTMLScriptElement)) return;
  stop();
  void takeNewVersion();
};

function stop(): void {
  for (const event of EVENTS) removeEventListener(event, onError, true);
}

async function takeNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // Without a network, one that arrived before may be waiting.
  await registration?.update().catch(() => {});
  const next = registration?.installing ?? registration?.waiting;
  if (!next) return;
  const proceed = () => {
    if (next.state === 'installed') next.postMessage(ACTIVATE);
    if (next.state === 'activated') location.reload();
  };
  next.addEventListener('statechange', proceed);
  proceed();
}
