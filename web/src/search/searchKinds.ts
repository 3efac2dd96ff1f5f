import type { SearchKind } from './searchDocuments.ts';

/** What one of a kind is called, and several are. */
export const KINDS: Record<SearchKind, { one: string; many: string }> = {
  session: { one: 'session', many: 'sessions' },
  speaker: { one: 'speaker', many: 'speakers' },
  sponsor: { one: 'sponsor', many: 'sponsors' },
  room: { one: 'room', many: 'rooms' },
};

/** `1 session`, `12 rooms`. */
export const kindCount = (kind: SearchKind, count: number): string =>
  `${count} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`;
