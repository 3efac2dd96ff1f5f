import { ACTIVATE, CLEAN } from './messages.ts';

/*
 * Served in the worker's place where an operator takes it back (REMOVE_APP_WORKER, decision 040). Browsers look for a new
 * script of the worker at each visit, even if the app does not start: this one deletes what was stored, and itself.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(remove());
});

// A page has registered this worker again while another tab kept it alive.
self.addEventListener('message', (event) => {
  if (event.data === ACTIVATE) event.waitUntil(self.skipWaiting());
  else if (event.data === CLEAN) event.waitUntil(self.registration.unregister());
});

async function remove(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  // Pages that the previous worker has opened come from the server again. Drafts survive that.
  const pages = await self.clients.matchAll({ type: 'window' });
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => {})));
}
