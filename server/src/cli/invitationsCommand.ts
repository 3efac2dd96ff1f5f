import { writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { countStates, listInvitationStates } from '../attendees/invitationStates.ts';
import { isoTime } from '../platform/time.ts';
import { type Command, CommandError } from './command.ts';
import { typedPath } from './typedPath.ts';

/** Reports the invitation state of the attendees, as counts or person by person. */
export const invitationsCommand: Command = {
  name: 'invitations',
  usage: '[FILE.csv]',
  summary: 'Counts attendees who are invited, have opened the link or have activated; with a file, lists each of them.',
  async run({ positionals: [typed, ...more] }, { env, print, withServices }) {
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

    const rows = states.map(({ ticket, state, why, invitedAt }) => ({
      'Attendee #': ticket.external_id,
      'First Name': ticket.first_name,
      'Last Name': ticket.last_name,
      Email: ticket.email,
      State: state,
      Why: why,
      'Invited At': invitedAt === null ? '' : isoTime(invitedAt),
    }));
    // A name must not run as a formula in a spreadsheet, and the encoding must not be guessed.
    const csv = stringify(rows, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
    await writeFile(file, csv, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        `${file}: ${error.code === 'EEXIST' ? 'exists already: name another file' : `cannot be written (${error.code})`}.`,
      );
    });
    print(`${file} lists every attendee.`);
  },
};
