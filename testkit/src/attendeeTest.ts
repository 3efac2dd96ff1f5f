import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProfileFields } from '@companion/contract/account';
import type { Credentials } from '@companion/contract/session';
import { type CommandContext, CommandError } from '@companion/server/cli/command';
import { importAttendeesCommand } from '@companion/server/cli/importAttendeesCommand';
import { invitationsCommand, inviteCommand } from '@companion/server/cli/inviteCommands';
import type { AccountRow } from '@companion/server/platform/db/identitySchema';
import type { TicketRow } from '@companion/server/platform/db/ticketSchema';
import { type ServerTest, startServerTest } from './serverTest.ts';
import { attendee } from './testServer.ts';

/** The columns of an export that the tests use. */
const HEADER = [
  ...[
    'Order #',
    'Order Date',
    'First Name',
    'Last Name',
    'Email',
    'Quantity',
    'Price Tier',
    'Ticket Type',
    'Attendee #',
  ],
  ...['Attendee Status', 'How did you hear about this event?', 'Cell Phone', 'Organization Type', 'Company'],
] as const;
type Column = (typeof HEADER)[number];
/** One row of an export: `Attendee #` and the columns that differ from the default row. */
export type ExportRow = { 'Attendee #': string } & Partial<Record<Column, string>>;

/** A running server, and the operator's commands on the same database. */
export interface AttendeeTest extends ServerTest {
  /** The settings, for a command in a separate process. */
  env: Record<string, string>;
  /** Runs a command about attendees. Returns whether it failed, and its output lines. */
  command(...words: string[]): Promise<{ failed: boolean; lines: string[] }>;
  /** Imports an export with these rows, which must succeed. Returns the lines of the rows and the totals. */
  importRows(rows: ExportRow[], ...words: string[]): Promise<string[]>;
  ticketOf(number: string): Promise<TicketRow>;
  /** The account of an attendee, if any. */
  accountOf(number: string): Promise<AccountRow | undefined>;
  /** The tokens of the links sent to a recipient, newest first. */
  tokensTo(recipient: string): Promise<string[]>;
  /** Invites an attendee by mail and opens the link. */
  open(number: string): Promise<Credentials & { token: string }>;
  /** Like `open`, then activates the account with these fields. */
  activate(number: string, fields?: Partial<ProfileFields>): Promise<Credentials & { token: string }>;
}

/** Returns a unique attendee number. */
export const newNumber = (): string => String(numbers++);
let numbers = 18_441_583_000;

/** The default e-mail address of an attendee's row. */
export const emailOf = (number: string): string => `grace.${number}@example.com`;

export async function startAttendeeTest(env: Record<string, string> = {}): Promise<AttendeeTest> {
  const server = await startServerTest(env);
  const { config } = server.services;
  const settings = {
    DATA_DIR: config.dataDir,
    EVENT_PACK: config.eventPack ?? 'none',
    APP_URL: config.appUrl,
    TOKEN_SECRET: config.tokenSecret ?? '',
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
    ...env,
  };
  const command: AttendeeTest['command'] = async (...words) => {
    const lines: string[] = [];
    const context: CommandContext = {
      env: settings,
      now: server.clock.now,
      print: (line) => void lines.push(line),
      progress: () => undefined,
      ask: undefined,
      // On the server's own connection: a process would wait forever for its own lock on a SQLite file.
      withServices: (work) => work(server.services),
    };
    const found = [importAttendeesCommand, inviteCommand, invitationsCommand].find(({ name }) =>
      words.join(' ').startsWith(name),
    );
    if (!found) throw new Error(`No such command: ${words.join(' ')}`);
    const args = words.slice(found.name.split(' ').length);
    try {
      await found.run(parseArgs({ args, options: found.options ?? {}, allowPositionals: true }), context);
      return { failed: false, lines };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { failed: true, lines: [...lines, ...error.message.split('\n')] };
    }
  };
  const ticketOf: AttendeeTest['ticketOf'] = (number) =>
    server.services.db.selectFrom('tickets').selectAll().where('external_id', '=', number).executeTakeFirstOrThrow();
  const tokensTo: AttendeeTest['tokensTo'] = async (recipient) =>
    (await server.outbox())
      .filter(({ to }) => to === recipient)
      .map(({ text }) => /\?t=([\w-]+)/.exec(text)?.[1] ?? '');
  const open: AttendeeTest['open'] = async (number) => {
    const { email } = await ticketOf(number);
    const { failed, lines } = await command('invite', '--person', email);
    if (failed) throw new Error(lines.join('\n'));
    const [token = ''] = await tokensTo(email);
    return { token, ...(await server.ask('autologin', { body: { token } })) };
  };
  return Object.assign(server, {
    env: settings,
    command,
    ticketOf,
    tokensTo,
    open,
    importRows: async (rows: ExportRow[], ...words: string[]) => {
      const file = await writeExport(rows);
      const { failed, lines } = await command('import', 'attendees', file, ...words).finally(() => rm(file));
      if (failed) throw new Error(lines.join('\n'));
      return lines.filter((line) => !/tickets on record|^Rejected|^ {2}/.test(line));
    },
    accountOf: async (number: string) => {
      const { account_id: id } = await ticketOf(number);
      return server.services.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    },
    activate: async (number: string, fields: Partial<ProfileFields> = {}) => {
      const opened = await open(number);
      const { id, email } = opened.profile;
      const body = { ...attendee(), email, ...fields, registrationComplete: true };
      await server.ask('updateAccount', { token: opened.access_token, params: { id }, body });
      return opened;
    },
  });
}

/** Writes an export with these rows; the caller removes it. */
export async function writeExport(rows: ExportRow[]): Promise<string> {
  const file = join(tmpdir(), `companion-attendees-${randomUUID()}.csv`);
  await writeFile(file, exportText(rows));
  return file;
}

export const exportText = (rows: ExportRow[]): string =>
  [HEADER, ...rows.map((row) => HEADER.map((column) => row[column] ?? usual(row['Attendee #'])[column] ?? ''))]
    .map((cells) => cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n');

const usual = (number: string): Partial<Record<Column, string>> => ({
  'Order #': `5${number}`,
  'First Name': 'Grace',
  'Last Name': `Export ${number}`,
  Email: emailOf(number),
  'Ticket Type': 'General Admission',
  'Attendee Status': 'Attending',
  Company: 'Cedar LLC',
});
