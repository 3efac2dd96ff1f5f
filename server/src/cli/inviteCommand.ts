import { setTimeout as delay } from 'node:timers/promises';
import { findTicketToClaim } from '../attendees/claimTicket.ts';
import { countStates, listInvitationStates } from '../attendees/invitationStates.ts';
import { countToInvite, type Invitees, inviteNext } from '../attendees/invite.ts';
import { getEvent } from '../event/eventQueries.ts';
import { emailKey, findAccountByEmail, findClaimant } from '../identity/accounts/accountQueries.ts';
import { isCarried } from '../messages/outbox.ts';
import type { Services } from '../platform/services.ts';
import { type Command, type CommandContext, CommandError, type Given } from './command.ts';

const DAY = 24 * 60 * 60_000;
const BATCH = 200;
const LARGEST_BATCH = 1000;
/** So that a running server gets its turn between two batches. */
const PAUSE = 50;

/** Puts an activation link for every imported attendee into the outbox, from where the running server sends it. */
export const inviteCommand: Command = {
  name: 'invite',
  usage: `[--batch ${BATCH}] [--again-after DAYS] [--failed] [--person EMAIL]... [--dry-run]`,
  summary: 'Mails (and texts, where a phone is known) each imported attendee a link to activate the account, once.',
  options: {
    batch: { type: 'string' },
    'again-after': { type: 'string' },
    failed: { type: 'boolean' },
    // No word that npm has an option of its own for: it drops that without a trace where it stands before `--`.
    person: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean' },
  },
  run: (given, { say, progress, withServices }) =>
    withServices(async (services) => {
      const { db } = services;
      const batch = wholeNumber(given, 'batch', 1, LARGEST_BATCH) ?? BATCH;
      const invitees = readInvitees(given, services.now());
      await refuseIfPointless(services);
      for (const email of invitees.only ?? []) await explainIfNobody(services, invitees, email, say);

      const all = await countToInvite(db, invitees);
      if (given.values['dry-run'] === true) {
        say(`${all} people would be invited. Nothing was written: this was a dry run.`);
      } else {
        await inviteAll(services, invitees, { batch, all, say, progress });
      }
      say(`On record: ${countStates(await listInvitationStates(db)) || 'no attendees'}.`);
    }),
};

async function inviteAll(
  services: Services,
  invitees: Invitees,
  { batch, all, say, progress }: Pick<CommandContext, 'say' | 'progress'> & { batch: number; all: number },
): Promise<void> {
  const sum = { people: 0, mail: 0, sms: 0, overBudget: 0 };
  // Where another run takes the same people first, a batch may come out empty before all are invited.
  for (let left = all; left > 0; left = await countToInvite(services.db, invitees)) {
    const { people, mail, sms, overBudget } = await inviteNext(services, invitees, batch).catch((error: unknown) => {
      if (!(error instanceof Error) || error instanceof TypeError) throw error;
      throw new CommandError(
        `Stopped after ${sum.people} of ${all} people, who are invited: ${error.message}\nRun it again for the rest.`,
      );
    });
    sum.people += people;
    sum.mail += mail;
    sum.sms += sms;
    sum.overBudget += overBudget;
    if (people > 0) say(`${sum.people} of ${all} people are invited`);
    progress(`${sum.people} of ${all} people`);
    await delay(PAUSE);
  }
  say(`${sum.people} people invited now: ${sum.mail} mails and ${sum.sms} SMS are in the outbox.`);
  if (sum.overBudget > 0) {
    say(`${sum.overBudget} people were invited by mail alone: SMS_INVITATIONS_A_DAY is spent for today.`);
  }
}

function readInvitees(given: Given, now: number): Invitees {
  const days = wholeNumber(given, 'again-after', 0, 365);
  if (given.positionals.length > 0) {
    throw new CommandError('Name single people with --person; without it, everybody is invited.', { usage: true });
  }
  const { person, failed } = given.values;
  const emails = (Array.isArray(person) ? person : []).flatMap((value) => String(value).split(','));
  return {
    againBefore: days === undefined ? undefined : now - days * DAY,
    failedBefore: failed === true ? now : undefined,
    only: person === undefined ? undefined : emails.map((email) => emailKey(email.trim())).filter(Boolean),
  };
}

function wholeNumber({ values }: Given, name: string, min: number, max: number): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CommandError(`--${name}: ${value} is not a whole number from ${min} to ${max}.`, { usage: true });
}

/** Nobody is marked as invited by a message that cannot be sent, or whose link leads nowhere. */
async function refuseIfPointless({ config, db, now }: Services): Promise<void> {
  if (!isCarried(config, 'mail')) {
    throw new CommandError('SMTP_URL: nobody carries mail. Set SMTP_URL and MAIL_FROM, here and for the server.');
  }
  if (!config.devOutbox && new URL(config.appUrl).hostname === 'localhost') {
    throw new CommandError(`APP_URL: links would lead to ${config.appUrl}. Set it as for the server.`);
  }
  if ((await getEvent(db)).ends_at <= now()) throw new CommandError('The event is over: links would not open.');
}

async function explainIfNobody(
  { db }: Services,
  invitees: Invitees,
  email: string,
  say: (line: string) => void,
): Promise<void> {
  if ((await countToInvite(db, { ...invitees, only: [email] })) > 0) return;
  const account = (await findClaimant(db, email)) ?? (await findAccountByEmail(db, email));
  if (!account) say(`${email}: no attendee on record has this e-mail.`);
  else if (await findTicketToClaim(db, account)) {
    say(`${email}: was activated without a mail to it; to claim the ticket, its holder registers with this e-mail.`);
  } else if (account.registration_complete === 1) say(`${email}: has activated the account already.`);
  else say(`${email}: is invited already; invite again with --again-after 0.`);
}
