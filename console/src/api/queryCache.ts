import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { isConnectionLost, watchConnection } from './connection.ts';
import type { StaffFailure } from './StaffFailure.ts';
import { type StaffGiven, sendStaffCall } from './sendStaffCall.ts';
import { signedOut } from './signedOut.ts';

/** What is known of one call with its parameters. A new object with each change. */
export interface Known {
  data: unknown;
  failure: StaffFailure | undefined;
  isFetching: boolean;
}

export interface Entry {
  name: StaffCallName;
  known: Known;
  /** Asks now. An answer that is on its way no longer counts. */
  fetch(): Promise<void>;
  listeners: Set<() => void>;
  /** Rises with each request: only the answer of the newest counts. */
  round: number;
  /** Something has changed since the request that is under way: it is asked once more after the answer. */
  isBehind: boolean;
}

/** More than one person opens within a visit; the oldest that no screen shows goes first. */
const MAX_ENTRIES = 100;

const entries = new Map<string, Entry>();

/** The entry of a call, made when it is first asked for. */
export function entryOf<Name extends StaffCallName>(name: Name, given: StaffGiven<Name>): Entry {
  const key = `${name} ${JSON.stringify(given)}`;
  const found = entries.get(key);
  if (found) return found;
  const entry: Entry = {
    name,
    known: { data: undefined, failure: undefined, isFetching: false },
    listeners: new Set(),
    round: 0,
    isBehind: false,
    fetch: async () => {
      const round = ++entry.round;
      entry.isBehind = false;
      change(entry, { isFetching: true });
      try {
        const data = await sendStaffCall(name, given);
        if (round !== entry.round) return;
        const isReturn = name === 'getStaffMe' && signedOut.get();
        change(entry, { data, failure: undefined, isFetching: false });
        if (isReturn) refreshAll();
        if (entry.isBehind && entry.listeners.size > 0) void entry.fetch();
      } catch (error) {
        // sendStaffCall throws nothing else.
        const failure = error as StaffFailure;
        if (round === entry.round) change(entry, { failure, isFetching: false });
        if (name !== 'getStaffMe') noteFailure(failure);
      }
    },
  };
  entries.set(key, entry);
  for (const [old, { listeners }] of entries) {
    if (entries.size <= MAX_ENTRIES) break;
    if (listeners.size === 0 && old !== key) entries.delete(old);
  }
  return entry;
}

/** Watches an entry and fetches it, unless it is being fetched. Returns a function that stops it. */
export function watchEntry(entry: Entry, listener: () => void): () => void {
  const isFirst = entry.listeners.size === 0;
  entry.listeners.add(listener);
  if (isFirst) {
    // The failure is that of an earlier visit.
    if (entry.known.data === undefined) change(entry, { failure: undefined });
    // What is under way was asked after every change that this browser has heard of.
    if (!entry.known.isFetching) void entry.fetch();
  }
  return () => {
    entry.listeners.delete(listener);
  };
}

/** After a change of this browser's: fetches again what screens show of these calls, and drops what they do not. */
export function refresh(...names: StaffCallName[]): void {
  for (const [key, entry] of entries) {
    if (!names.includes(entry.name)) continue;
    if (entry.listeners.size > 0) void entry.fetch();
    else entries.delete(key);
  }
}

/**
 * After a change elsewhere: the same, but what is under way is awaited first. Of a slow server, no answer would arrive
 * before the next change.
 */
export function refreshChanged(...names: StaffCallName[]): void {
  for (const [key, entry] of entries) {
    if (isHidden(entry) || !names.includes(entry.name)) continue;
    if (entry.listeners.size === 0) entries.delete(key);
    else if (entry.known.isFetching) entry.isBehind = true;
    else void entry.fetch();
  }
}

/** Asks again whether anything has changed, except for what is under way. */
export function refreshIdle(...names: StaffCallName[]): void {
  for (const entry of entries.values()) {
    if (isHidden(entry)) continue;
    if (names.includes(entry.name) && entry.listeners.size > 0 && !entry.known.isFetching) void entry.fetch();
  }
}

/** Replaces what is known, such as by the answer of a change. */
export function setKnown(entry: Entry, data: unknown): void {
  entry.round++;
  change(entry, { data, failure: undefined, isFetching: false });
}

/** After a 401 the session has ended, and the sign-in form shows. */
export function noteFailure({ status }: StaffFailure): void {
  if (status === 401 && !signedOut.get()) refresh('getStaffMe');
}

/** Fetches everything again, except who is signed in: another person may be. */
export function refreshAll(): void {
  for (const [key, entry] of entries) {
    if (entry.name === 'getStaffMe') continue;
    entry.round++;
    if (entry.listeners.size > 0) void entry.fetch();
    else entries.delete(key);
  }
}

/** Forgets everything: the member has signed out, and someone else may use this browser. */
export function forgetAll(): void {
  for (const [key, entry] of entries) {
    if (entry.listeners.size > 0) setKnown(entry, undefined);
    else entries.delete(key);
  }
  refresh('getStaffMe');
}

/** Behind the sign-in form: everything is read once a member is back. */
const isHidden = ({ name }: Entry): boolean => signedOut.get() && name !== 'getStaffMe';

function change(entry: Entry, parts: Partial<Known>): void {
  entry.known = { ...entry.known, ...parts };
  if (entry.name === 'getStaffMe') {
    if (parts.failure?.status === 401) signedOut.set(true);
    else if (parts.data !== undefined) signedOut.set(false);
  }
  for (const listener of entry.listeners) listener();
}

// What failed, or may have changed, while the server was away.
watchConnection(() => {
  if (!isConnectionLost()) refreshChanged(...new Set([...entries.values()].map(({ name }) => name)));
});
