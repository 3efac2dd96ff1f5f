import { isAppAddress } from '@companion/contract/appAddress';
import { answerEventFile, isEventFile } from './eventFiles.ts';
import { ACTIVATE, CLEAN, VERSION } from './messages.ts';
import {
  answerDocument,
  answerShellFile,
  isShellFile,
  removeIncompleteShells,
  removeUnusedShells,
  storeShell,
  version,
} from './shell.ts';
import { openPushed, showPush, subscribeAgain } from './showPush.ts';

/*
 * The service worker (decision 040). It answers with the app's own files, so that the app opens without a network. It
 * stores nothing of a person: calls of the API never pass through it.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(storeShell());
});

self.addEventListener('activate', (event) => {
  // The first worker takes over the tab that has registered it: its next page may be missing on the server by then.
  event.waitUntil(Promise.all([self.clients.claim(), removeIncompleteShells()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isAppAddress(pathname)) event.respondWith(answerDocument(request));
    // A page that asks whether the server answers must not get an answer from a cache.
  } else if (request.cache === 'no-store') return;
  else if (isShellFile(pathname)) event.respondWith(answerShellFile(request));
  else if (isEventFile(pathname)) event.respondWith(answerEventFile(request, (work) => event.waitUntil(work)));
});

self.addEventListener('message', (event) => {
  if (event.data === ACTIVATE) event.waitUntil(self.skipWaiting());
  else if (event.data === CLEAN) event.waitUntil(removeUnusedShells());
  else if (event.data === VERSION) event.ports[0]?.postMessage(version);
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openPushed(event.notification));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event.oldSubscription ?? null));
});
