import { getAudienceQuestions, getOwnAudienceQuestions } from '@companion/contract/audienceQuestion';
import { getContent, getRemovedContent } from '@companion/contract/content';
import type { ClientCall } from '@companion/contract/defineCall';
import { getQuestions } from '@companion/contract/question';
import { type KeptReply, readReplies, storeReply } from '../device/keptWritesAndReplies.ts';
import { tabStorage } from '../session/safeStorage.ts';
import { type AppStore, api } from './api.ts';
import { results } from './endpoints.ts';
import { etagKey } from './etagKey.ts';
import { etagOf, rememberReply } from './knownReplies.ts';
import { readApi } from './readApi.ts';
import { request } from './request.ts';

/** The calls whose last reply the phone keeps. The profile is kept with the session. */
const KEPT = { getContent, getRemovedContent, getQuestions, getAudienceQuestions, getOwnAudienceQuestions };

/**
 * Shows the reply to a call that the phone keeps until the network answers: the only way from the device to the
 * screens. Keeps each new reply, and each that an acknowledged write has changed (decision 038).
 * @returns whether a reply was restored, and a function that stops it
 */
export function keepReply(
  store: AppStore,
  accountId: string,
  name: keyof typeof KEPT,
  argument?: { contentId: string },
): { restored: Promise<boolean>; stop: () => void } {
  const { read }: ClientCall = KEPT[name];
  const key = argument ? `${name} ${argument.contentId}` : name;
  const address = new URL(request(KEPT[name], argument).url, window.location.href).href;
  // Each call has its own type of argument, which the types cannot follow.
  const select = readApi.endpoints[name].select(argument as never);
  let kept: KeptReply | undefined;
  let hasStopped = false;

  // A change of account shows before the cache is emptied.
  const isSignedIn = () => !hasStopped && store.getState().session.profile?.id === accountId;
  const restore = async () => {
    // A busy phone may open its database too late for the first attempt.
    const stored = ((await readReplies(accountId, key)) ?? (await readReplies(accountId, key)))?.get(key);
    const { success, data: reply } = read.safeParse({ results: stored?.data });
    // In between, the network may have answered, or the account may have changed.
    if (!stored || !success || !isSignedIn() || select(store.getState()).data) return false;
    const { at, etag } = stored;
    if (etag) rememberReply(address, { etag, at, body: () => JSON.stringify({ results: stored.data }) });
    // The schema belongs to the call of this name, which the types cannot follow.
    const value = results(reply as { results: unknown });
    kept = { data: value, at, etag };
    const action = api.util.upsertQueryEntries([{ endpointName: name, arg: argument, value } as never]);
    // The time of the reply, not of its return: from it follow its age and whether it is fetched again.
    store.dispatch({ ...action, meta: { ...Object(Object(action).meta), timestamp: at } });
    return true;
  };
  const keep = () => {
    if (!isSignedIn()) return;
    const { data, fulfilledTimeStamp: at } = select(store.getState());
    if (data === undefined || at === undefined) return;
    const etag = etagOf(address, at);
    if (data === kept?.data && (!etag || etag === kept?.etag)) return;
    kept = { data, at, etag };
    void storeReply(accountId, key, kept);
    if (etag) tabStorage.write(etagKey(address), etag);
    else tabStorage.remove(etagKey(address));
  };
  const unsubscribe = store.subscribe(keep);
  return {
    restored: restore(),
    stop: () => {
      hasStopped = true;
      unsubscribe();
    },
  };
}
