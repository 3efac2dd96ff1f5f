import type { CallName } from '@companion/contract/calls';
import type { Middleware } from '@reduxjs/toolkit';

/** Chromium's event: it can install the app. It is in no standard, so TypeScript does not have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** What the install hint depends on, and what happens before its code is loaded. */
export interface InstallState {
  /** Installs the app, if the browser can do that for us. */
  install: (() => Promise<unknown>) | undefined;
  /** Where the attendee first sent something: the app has been useful. */
  usefulAt: string | undefined;
}

let state: InstallState = { install: undefined, usefulAt: undefined };
const listeners = new Set<() => void>();

function change(part: Partial<InstallState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export const readInstallState = (): InstallState => state;

export function subscribeToInstallState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the browser's offer to install the app for the right moment. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // The event has this name in Chromium alone.
    const prompt = event as InstallPromptEvent;
    change({ install: () => prompt.prompt() });
  });
}

const USEFUL_CALLS: ReadonlySet<string> = new Set<CallName>([
  'answerQuestion',
  'createVote',
  'updateVote',
  'createComment',
  'updateComment',
]);

/** Notes when the attendee's first answer, vote or comment was sent. */
export const noteUsefulCall: Middleware = () => (next) => (action) => {
  // RTK Query's actions; others have another type.
  const { type, meta } = action as { type: string; meta?: { arg?: { endpointName?: string } } };
  if (type === 'api/executeMutation/fulfilled' && USEFUL_CALLS.has(meta?.arg?.endpointName ?? '')) {
    if (!state.usefulAt) change({ usefulAt: window.location.pathname });
  }
  return next(action);
};
