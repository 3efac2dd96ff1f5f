import * as z from 'zod/mini';

/** An older version of the app may have stored it in another shape. */
export const pendingWrite = z.object({
  /** Given by the database: the order in which the writes were made. */
  id: z.optional(z.number()),
  accountId: z.string(),
  /** The name of the contract's call. */
  call: z.string(),
  argument: z.record(z.string(), z.unknown()),
  idempotencyKey: z.string(),
  /** Writes with the same intent replace each other, such as two votes on one item. */
  replaces: z.string(),
  /** Names the write in the list on the profile page. */
  label: z.string(),
  /** What the attendee chose, in words: the argument has numbers. */
  chosen: z.optional(z.string()),
  madeAt: z.number(),
  state: z.enum(['waiting', 'rejected']),
  /** The server's message about a rejected write. */
  reason: z.optional(z.string()),
});
/** A change that the server has not acknowledged. */
export type PendingWrite = z.infer<typeof pendingWrite>;
export type StoredWrite = PendingWrite & { id: number };

/** What the write of a saved session is about. A tap stores it before the code that knows all intents has loaded. */
export const savedIntent = ({ campaignId, contentId }: { campaignId: string; contentId: string }): string =>
  ['saved', campaignId, contentId].join(':');

/** What makes a write replace none, and be replaced by none: its own key after its intent. */
export const unreplaced = (intent: string, idempotencyKey: string): string => `${intent}#${idempotencyKey}`;

/** What a write is about: its form, its draft and its item know it by this. */
export const intentOf = ({ replaces }: Pick<PendingWrite, 'replaces'>): string => replaces.split('#')[0] ?? '';

/**
 * A write that takes the place of waiting ones with the same intent. The server sees only this one: it changes the fields
 * that they change too, and creates what they would have created.
 */
export function inPlaceOf<Write extends PendingWrite>(replaced: readonly PendingWrite[], write: Write): Write {
  const waiting = replaced.filter(({ state }) => state === 'waiting');
  const argument = Object.assign({}, ...waiting.map((one) => one.argument), write.argument);
  return { ...write, call: waiting[0]?.call ?? write.call, argument };
}
