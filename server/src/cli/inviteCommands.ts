import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { csvFile } from '../archive/csvRows.ts';
import { countStates, listInvitationStates } from '../attendees/invitationStates.ts';
import { countToInvite, type Invitees, inviteNext } from '../attendees/invite.ts';
import { getEvent } from '../event/eventQueries.ts';
import { emailKey, findAccountByEmail, findClaimant } from '../identity/accounts/accountQueries.ts';
import { findTicketToClaim } from '../identity/tickets/claimTicket.ts';
import { attendeeNumber } from '../identity/tickets/ticketSource.ts';
import { hasProvider } from '../messages/outbox.ts';
import { isLocal } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { DAY, isoTime } from '../platform/time.ts';
import { type Command, type CommandContext, CommandError, type Given, typedPath } from './command.ts';
import { writeNewFile } from './writeNewFile.ts';

const DEFAULT_BATCH_SIZE = 200;
const MAX_BATCH_SIZE = 1000;
/** Between two batches, so that a running server can write. */
const PAUSE_MS = 50;

/** Puts activation links for imported attendees into the outbox. The running server sends them. */
export const inviteCommand: Command = {
  name: 'invite',
  operands: '',
  summary: 'Mails (and texts, where a phone is known) each imported attendee a link to activate the account, once.',
  options: {
    batch: {
      type: 'string',
      value: 'PEOPLE',
      about: `how many are invited in one transaction, 1 to ${MAX_BATCH_SIZE}; default: ${DEFAULT_BATCH_SIZE}`,
    },
    'again-after': {
      type: 'string',
      value: 'DAYS',
      about: 'also invites again who was invited that many days ago, 0 to 365, and has not activated the account',
    },
    failed: { type: 'boolean', about: 'also invites again those for whom every message failed' },
    // Not a name of an npm option: npm silently drops those before `--`.
    person: {
      type: 'string',
      value: 'EMAIL',
      multiple: true,
      about: 'invites only this attendee; may be repeated, or list several e-mails with commas',
    },
    'dry-run': { type: 'boolean', about: 'only counts who would be invited' },
  },
  run: (given, { print, progress, withServices }) =>
    withServices(async (services) => {
      const { db } = services;
      const batch = wholeNumber(given, 'batch', 1, MAX_BATCH_SIZE) ?? DEFAULT_BATCH_SIZE;
      const invitees = readInvitees(given, services.now());
      await checkSettings(services);
      const { only = [] } = invitees;
      const unknown: string[] = [];
      for (const email of only) {
        if (!(await explainIfNotInvited(services, invitees, email, print))) unknown.push(email);
      }
      if (only.length > 0 && unknown.length === only.length) rejectUnknown(unknown);

      const all = await countToInvite(db, invitees);
      if (given.values['dry-run'] === true) {
        print(`${all} people would be invited. Nothing was written: this was a dry run.`);
      } else {
        await inviteAll(services, invitees, { batch, all, print, progress });
      }
      print(`On record: ${countStates(await listInvitationStates(db)) || 'no attendees'}.`);
      // The others are invited all the same: one wrong e-mail of many must not cost them their links.
      if (unknown.length > 0) rejectUnknown(unknown);
    }),
};

function rejectUnknown(emails: string[]): never {
  throw new CommandError(emails.map((email) => `${email}: no attendee on record has this e-mail.`).join('\n'));
}

async function inviteAll(
  services: Services,
  invitees: Invitees,
  { batch, all, print, progress }: Pick<CommandContext, 'print' | 'progress'> & { batch: number; all: number },
): Promise<void> {
  const sum = { people: 0, mail: 0, sms: 0, overBudget: 0 };
  // If another run invites the same people first, a batch may be empty before all are invited.
  for (let left = all; left > 0; left = await countToInvite(services.db, invitees)) {
    const { people, mail, sms, overBudget } = await inviteNext(services, invitees, batch).catch((error: unknown) => {
      if (!(error instanceof Error) || error instanceof TypeError) throw error;
      throw new CommandError(
        `Stopped after inviting ${sum.people} of ${all} people: ${error.message}\nRun the same command again to invite the rest.`,
      );
    });
    sum.people += people;
    sum.mail += mail;
    sum.sms += sms;
    sum.overBudget += overBudget;
    if (people > 0) print(`${sum.people} of ${all} people are invited`);
    progress(`${sum.people} of ${all} people`);
    await delay(PAUSE_MS);
  }
  print(`${sum.people} people invited: ${sum.mail} mails and ${sum.sms} SMS are in the outbox.`);
  if (sum.overBudget > 0) {
    print(`${sum.overBudget} people were invited by mail only: the limit SMS_INVITATIONS_A_DAY is reached for today.`);
  }
}

function readInvitees(given: Given, now: number): Invitees {
  const days = wholeNumber(given, 'again-after', 0, 365);
  if (given.positionals.length > 0) {
    throw new CommandError(
      'To invite single people, name them with --person EMAIL. Without it, all attendees are invited.',
      { usage: true },
    );
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

/** Prevents marking people as invited by messages that cannot be sent or whose links cannot be opened. */
async function checkSettings({ config, db, now }: Services): Promise<void> {
  if (!hasProvider(config, 'mail')) {
    throw new CommandError(
      'SMTP_URL is not set, so no mail can be sent. Set SMTP_URL and MAIL_FROM for this command and for the server.',
    );
  }
  if (!config.devOutbox && isLocal(config.appUrl)) {
    throw new CommandError(
      `APP_URL: attendees cannot open links to ${config.appUrl}. Set it to the same address as for the server.`,
    );
  }
  if ((await getEvent(db)).ends_at <= now())
    throw new CommandError('The event has ended, so invitation links would not open. Nothing was sent.');
}

/** @returns whether there is such an attendee */
async function explainIfNotInvited(
  { db }: Services,
  invitees: Invitees,
  email: string,
  print: (line: string) => void,
): Promise<boolean> {
  if ((await countToInvite(db, { ...invitees, only: [email] })) > 0) return true;
  const account = (await findClaimant(db, email)) ?? (await findAccountByEmail(db, email));
  if (!account) return false;
  if (await findTicketToClaim(db, account)) {
    print(
      `${email}: the account was activated, but not by a link to this e-mail. To claim the ticket, its holder registers with this e-mail.`,
    );
  } else if (account.registration_complete === 1) print(`${email}: the account is already activated.`);
  else print(`${email}: is already invited. To invite again, add --again-after 0.`);
  return true;
}

const COLUMNS = ['Attendee #', 'First Name', 'Last Name', 'Email', 'State', 'Why', 'Invited At'];

/** Reports the invitation state of the attendees, as counts or person by person. */
export const invitationsCommand: Command = {
  name: 'invitations',
  operands: '[FILE.csv]',
  summary: 'Counts attendees who are invited, have opened the link or have activated; with a file, lists each of them.',
  options: { force: { type: 'boolean', about: 'replaces FILE.csv' } },
  async run({ positionals: [typed, ...more], values }, { env, print, withServices }) {
    if (more.length > 0) throw new CommandError('More than one file is given. Name one.', { usage: true });
    const file = typed === undefined ? undefined : typedPath(typed, env);
    const states = await withServices(({ db }) => listInvitationStates(db));
    print(`${states.length} attendees: ${countStates(states) || 'none'}.`);
    const failures = Map.groupBy(
      states.filter(({ state }) => state === 'failed'),
      ({ why }) => why,
    );
    for (const [why, people] of failures) print(`failed: ${people.length} (${why})`);
    if (file === undefined) return;

    const rows = states.map(({ ticket, state, why, invitedAt }) => [
      ...[attendeeNumber(ticket.external_id), ticket.first_name, ticket.last_name, ticket.email],
      ...[state, why, isoTime(invitedAt)],
    ]);
    await writeNewFile(file, values.force === true, (stream) => pipeline([csvFile([COLUMNS, ...rows])], stream));
    print(`${file} lists every attendee.`);
  },
};

export const inviteCommands: Command[] = [inviteCommand, invitationsCommand];
