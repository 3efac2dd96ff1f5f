import { HOUR } from '@companion/contract/constants';
import { ACTIVATE, askVersion, CLEAN, VERSION, WORKER_SCRIPT } from '../worker/messages.ts';

const CHECK_INTERVAL_MS = HOUR;
/**
 * A busy phone needs seconds to start a worker. A page that reloads before that gets the old version again, and one that
 * does not wait for its answer never learns that another version has taken over.
 */
const WORKER_START_MS = 30_000;

/** The version of this page, which the build writes into it. Development has none, and no service worker. */
const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;

/**
 * Registers the service worker (decision 040) and calls `onUpdate` when a newer version of the app is ready. Without
 * one (an old browser, blocked storage) the app works as before. Returns a function that stops watching.
 */
export function watchAppWorker(onUpdate: () => void): () => void {
  const stop = new AbortController();
  if (version && 'serviceWorker' in navigator) void watch(navigator.serviceWorker, onUpdate, stop.signal);
  return () => stop.abort();
}

async function watch(container: ServiceWorkerContainer, onUpdate: () => void, signal: AbortSignal): Promise<void> {
  const answer = ({ data, ports }: MessageEvent) => {
    if (data === VERSION) ports[0]?.postMessage(version);
  };
  container.addEventListener('message', answer, { signal });
  container.startMessages();

  /** Another tab may have let a newer worker take over. This page goes on with its own version's files. */
  const compare = async () => {
    const { controller } = container;
    const current = controller && (await askVersion(controller, WORKER_START_MS));
    if (current && current !== version && !signal.aborted) onUpdate();
  };
  container.addEventListener('controllerchange', compare, { signal });
  void compare();

  const registration = await container.register(WORKER_SCRIPT, { updateViaCache: 'none' }).catch(() => undefined);
  // What a removed worker has stored until its last page was closed.
  if (!registration) await removeStored();
  if (!registration || signal.aborted) return;
  // After the registration, which brings back a removed worker that still serves another tab: it removes itself again.
  const clean = () => registration.active?.postMessage(CLEAN);
  container.addEventListener('controllerchange', clean, { signal });
  clean();
  if (registration.waiting) onUpdate();
  const watchArrival = ({ installing }: ServiceWorkerRegistration) =>
    installing?.addEventListener(
      'statechange',
      () => {
        // The first worker of a browser is installed, too, but nothing runs that it could replace.
        if (installing.state === 'installed' && registration.active) onUpdate();
      },
      { signal },
    );
  watchArrival(registration);
  registration.addEventListener('updatefound', () => watchArrival(registration), { signal });
  checkRegularly(registration, signal);
}

/** Looks for a new version at the start, and at most once an hour while the page is visible or returns. */
function checkRegularly(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  // What was just registered is the newest.
  let due = registration.active ? 0 : Date.now() + CHECK_INTERVAL_MS;
  const check = () => {
    if (document.hidden || Date.now() < due) return;
    due = Date.now() + CHECK_INTERVAL_MS;
    registration.update().catch(() => removeIfGone(registration));
  };
  document.addEventListener('visibilitychange', check, { signal });
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  check();
}

/** A server without the script has taken it back: browsers keep the worker until someone removes it. */
async function removeIfGone(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch(WORKER_SCRIPT, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer?.status !== 404 && answer?.status !== 410) return;
  await registration.unregister();
  await removeStored();
}

async function removeStored(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Reloads the page with the newest version. Drafts survive that. */
export async function reloadUpdated(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (waiting) {
    const activated = new Promise<void>((resolve) => {
      waiting.addEventListener('statechange', () => {
        if (waiting.state === 'activated') resolve();
      });
      setTimeout(resolve, WORKER_START_MS);
    });
    waiting.postMessage(ACTIVATE);
    await activated;
  }
  window.location.reload();
}
