import { results } from '@companion/client/api/endpoints';
import { getContent } from '@companion/contract/content';
import type { ClientCall } from '@companion/contract/defineCall';
import { getQuestions } from '@companion/contract/question';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { readAnswers, type StoredAnswer, storeAnswer } from '../device/deviceStore.ts';
import { tabStorage } from '../session/safeStorage.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { api } from './api.ts';
import { contentApi } from './contentApi.ts';
import { etagKey } from './etagKey.ts';
import { etagOf, knownAnswer, rememberAnswer } from './knownAnswers.ts';
import { questionApi } from './questionApi.ts';
import { request } from './request.ts';

export type AnswersState = SessionRootState & { [api.reducerPath]: ReturnType<typeof api.reducer> };
export interface AnswersStore {
  dispatch: ThunkDispatch<AnswersState, unknown, UnknownAction>;
  getState: () => AnswersState;
  subscribe: (listener: () => void) => () => void;
}

/** The calls whose last answer the phone keeps, each with its entry in the cache. The profile is kept with the session. */
const KEPT = {
  getContent: { call: getContent, selectEntry: contentApi.endpoints.getContent.select() },
  getQuestions: { call: getQuestions, selectEntry: questionApi.endpoints.getQuestions.select() },
};
type Kept = keyof typeof KEPT;
// Object.keys loses the key type.
const NAMES = Object.keys(KEPT) as Kept[];

const entryOf = (name: Kept, state: AnswersState) => KEPT[name].selectEntry(state);
const addresses = new Map<Kept, string>();
/** Computed once: {@link keepAnswers} asks at every change of the store. */
function addressOf(name: Kept): string {
  const address = addresses.get(name) ?? new URL(request(KEPT[name].call).url, window.location.href).href;
  addresses.set(name, address);
  return address;
}
const isSignedIn = ({ getState }: AnswersStore, accountId: string) => getState().session.profile?.id === accountId;

/**
 * Puts the answers that the phone keeps into the cache: the only way from the device to the screens. The cache holds
 * what the server has answered; what is not sent yet is laid over it where it is shown.
 * @returns the calls that were restored
 */
export async function restoreAnswers(store: AnswersStore, accountId: string): Promise<Set<Kept>> {
  // A busy phone may open its database too late for the first attempt.
  const stored = (await readAnswers(accountId)) ?? (await readAnswers(accountId));
  const restored = new Set<Kept>();
  for (const name of NAMES) {
    const answer = stored?.get(name);
    // In between, the network may have answered, or the account may have changed.
    if (!answer || !isSignedIn(store, accountId) || entryOf(name, store.getState()).data) continue;
    if (restore(store, name, answer)) restored.add(name);
  }
  return restored;
}

function restore(store: AnswersStore, name: Kept, { data, at, etag }: StoredAnswer): boolean {
  const { read }: ClientCall = KEPT[name].call;
  const { success, data: answer } = read.safeParse({ results: data });
  if (!success) return false;
  // The schema belongs to the call of this name, which the types cannot follow.
  const entry = { endpointName: name, arg: undefined, value: results(answer as { results: unknown }) } as never;
  const action = api.util.upsertQueryEntries([entry]);
  // The time of the answer, not of its return: from it follow its age and whether it is fetched again.
  store.dispatch({ ...action, meta: { ...Object(Object(action).meta), timestamp: at } });
  // Unless the network's answer is arriving.
  if (etag && !knownAnswer(addressOf(name))) {
    rememberAnswer(addressOf(name), { etag, at, body: () => JSON.stringify({ results: data }) });
  }
  return true;
}

/**
 * Stores each new answer on the phone, and each that an acknowledged write has changed. Returns a function that stops it.
 * @param restored the calls whose answer the phone has
 */
export function keepAnswers(store: AnswersStore, accountId: string, restored: ReadonlySet<Kept> = new Set()) {
  const kept = new Map([...restored].map((name) => [name, currentAnswer(name, store)]));
  const keep = () => {
    // A change of account shows before the cache is emptied.
    if (!isSignedIn(store, accountId)) return;
    for (const name of NAMES) {
      const [before, answer] = [kept.get(name), currentAnswer(name, store)];
      const isSame = answer?.data === before?.data && (!answer?.etag || answer.etag === before?.etag);
      if (!answer || isSame) continue;
      kept.set(name, answer);
      void storeAnswer(accountId, name, answer);
      if (answer.etag) tabStorage.write(etagKey(addressOf(name)), answer.etag);
      else tabStorage.remove(etagKey(addressOf(name)));
    }
  };
  // The network may have been faster than the phone.
  keep();
  return store.subscribe(keep);
}

function currentAnswer(name: Kept, { getState }: AnswersStore): StoredAnswer | undefined {
  const { data, fulfilledTimeStamp: at } = entryOf(name, getState());
  if (data === undefined || at === undefined) return undefined;
  return { data, at, etag: etagOf(addressOf(name), at) };
}
