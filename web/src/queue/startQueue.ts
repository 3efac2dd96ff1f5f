import { reachability } from '../api/server.ts';
import { intentOf } from '../device/pendingWrite.ts';
import { draftKey, dropDraft, readDraft } from '../session/drafts.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { isWaiting, type Write } from '../session/writes.ts';
import { selectUnsentWrites } from '../session/writesSlice.ts';
import type { QueueStore } from './queuedCall.ts';
import { queueOf } from './queuedEndpoints.ts';

interface Store extends QueueStore {
  getState: () => SessionRootState;
}

/**
 * Sends what the signed-in account left unsent: at once, when the network is back, and when the page is shown again.
 * Returns a function that stops it.
 */
export function startQueue(store: Store): () => void {
  const queue = queueOf(store);
  // After an outage, at a random moment within the next seconds.
  const stopWaiting = reachability.onReachable(() => void queue.sendAll());
  const onShown = () => {
    if (!document.hidden) void queue.sendAll();
  };
  document.addEventListener('visibilitychange', onShown);
  const start = async () => {
    await queue.open();
    dropSentDrafts(selectUnsentWrites(store.getState()));
    await queue.sendAll();
  };
  void start();
  return () => {
    stopWaiting();
    document.removeEventListener('visibilitychange', onShown);
  };
}

/**
 * Drops the drafts of writes that are on the device: a reload while they were being sent has kept both. A draft with
 * other content is a later one, and stays; so does that of a rejected write, which its author edits.
 */
function dropSentDrafts(writes: readonly Write[]): void {
  for (const write of writes.filter(isWaiting)) {
    const { accountId, argument } = write;
    const key = draftKey(accountId, intentOf(write));
    const draft = readDraft(key);
    if (draft !== undefined && isSameAs(draft, argument)) dropDraft(key);
  }
}

function isSameAs(draft: unknown, argument: Record<string, unknown>): boolean {
  const typed = typeof draft === 'string' ? draft : Object(draft).text;
  // Each call has its own name for the text of a form.
  if (typeof typed === 'string') return normal(typed) === normal(textOf(argument));
  return Object.entries(Object(draft)).every(([name, value]) => normal(value) === normal(argument[name]));
}

const textOf = ({ comment, note, text, message }: Record<string, unknown>) => comment ?? note ?? text ?? message;

/** Text is sent without the spaces around it. */
const normal = (value: unknown): string => JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null));
