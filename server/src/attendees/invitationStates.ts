import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { TicketRow } from '../platform/db/ticketSchema.ts';

/** How far an attendee has come, from the last step to the first. */
export const STATES = [
  'activated',
  'opened',
  'sent',
  'waiting',
  'failed',
  'not invited',
  'no e-mail of their own',
  'cancelled',
] as const;

export interface InvitationState {
  ticket: TicketRow;
  state: (typeof STATES)[number];
  /** Why the invitation failed. */
  why: string;
  /** When the attendee was last invited, in milliseconds. */
  invitedAt: number | null;
}

/** The state of every attendee on record, in the order in which they were imported. */
export async function listInvitationStates(db: ReadDatabase): Promise<InvitationState[]> {
  const tickets = await db
    .selectFrom('tickets')
    .selectAll()
    .where('erased_at', 'is', null)
    .orderBy('imported_at')
    .orderBy('external_id')
    .execute();
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'registration_complete', 'invited_at'])
    .where('id', 'in', (select) =>
      select
        .selectFrom('tickets')
        .select('account_id')
        .where('account_id', 'is not', null)
        .$castTo<{ account_id: string }>(),
    )
    .execute();
  const messages = await db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .leftJoin('outbox', 'outbox.id', 'invitations.outbox_id')
    .select(['invitations.account_id', 'outbox.sent_at', 'outbox.failed_at', 'outbox.last_error'])
    // Only messages of the last invitation.
    .whereRef('invitations.created_at', '>=', 'accounts.invited_at')
    .execute();
  const opened = await db
    .selectFrom('link_tokens')
    .innerJoin('accounts', 'accounts.id', 'link_tokens.account_id')
    .select('link_tokens.account_id')
    .distinct()
    .where('first_opened_at', 'is not', null)
    .whereRef('link_tokens.created_at', '>=', 'accounts.invited_at')
    .execute();

  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const messagesOf = Map.groupBy(messages, ({ account_id }) => account_id);
  const openedBy = new Set(opened.map(({ account_id }) => account_id));
  return tickets.map((ticket) => {
    const account = ticket.account_id === null ? undefined : accountById.get(ticket.account_id);
    const toState = (state: InvitationState['state'], why = '') => ({
      ticket,
      state,
      why,
      invitedAt: account?.invited_at ?? null,
    });
    if (ticket.status === 'cancelled') return toState('cancelled');
    if (!account) return toState('no e-mail of their own');
    if (account.registration_complete === 1) return toState('activated');
    if (account.invited_at === null) return toState('not invited');
    if (openedBy.has(account.id)) return toState('opened');
    const sent = messagesOf.get(account.id) ?? [];
    if (sent.some(({ sent_at, failed_at }) => sent_at !== null && failed_at === null)) return toState('sent');
    if (sent.some(({ failed_at }) => failed_at === null)) return toState('waiting');
    return toState('failed', [...new Set(sent.map(({ last_error }) => last_error))].join('; '));
  });
}

/** How many attendees are in each state; empty states are left out. */
export function countStates(states: InvitationState[]): string {
  return STATES.map((state) => ({ state, count: states.filter((each) => each.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');
}
