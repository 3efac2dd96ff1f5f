import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoLeftovers } from '../event/demoLeftovers.ts';
import { describeFinding } from '../event/packFindings.ts';
import { originalsOf } from '../event/pictureQueries.ts';
import { PictureSizer } from '../event/pictureSizer.ts';
import { type PictureSize, sizedFolder } from '../event/pictureSizes.ts';
import { type Pack, readPack } from '../event/readPack.ts';
import { type Config, readConfig } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { findPeopleOfOther } from '../programme/findPeopleOfOther.ts';
import { loadPackFolder, PackConflict } from '../programme/loadPackFolder.ts';
import type { Side } from '../programme/mergeProgrammes.ts';
import { readPackFolder } from '../programme/readPackFolder.ts';
import { type Command, type CommandContext, CommandError, confirm, typedPath } from './command.ts';
import { conflictTable } from './conflictTable.ts';
import { exportPackCommand } from './exportPackCommand.ts';

/** The least work that decodes a whole picture. */
const SMALLEST: PictureSize = { width: 96, format: 'webp' };

/** Reports every problem in an event pack. Writes nothing. */
export const checkCommand: Command = {
  name: 'check',
  operands: '[PACK]',
  summary: 'Reads an event pack (default: EVENT_PACK) and lists every problem in it, by file and line.',
  async run({ positionals }, { env, now, print, progress }) {
    const folder = onePack(positionals, env) ?? setPack(readConfig(env));
    const pack = await readPack(folder, now());
    await printWarnings(folder, pack, print);
    await checkPictures(folder, pack, { print, progress });
    print(`${folder} can be used: ${describePack(pack)}.`);
  },
};

/** Resizes each photo: only then it is known whether the file is whole. */
async function checkPictures(
  folder: string,
  { content }: Pack,
  { print, progress }: Pick<CommandContext, 'print' | 'progress'>,
): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'companion-check-'));
  const sizer = new PictureSizer(place, (text) => print(`warning: ${text}`));
  try {
    const originals = originalsOf(content, folder);
    for (const [done, original] of originals.entries()) {
      progress(`${done} of ${originals.length} pictures`);
      await sizer.make(original, [SMALLEST]);
    }
  } finally {
    sizer.close();
    await rm(place, { recursive: true, force: true });
  }
}

/** Prints what the author of a pack should correct before attendees see it. */
export async function printWarnings(folder: string, pack: Pack, print: CommandContext['print']): Promise<void> {
  const warnings = [...pack.warnings, ...(await demoLeftovers(folder, pack))];
  for (const warning of warnings) print(`warning: ${describeFinding(warning)}`);
}

/** Reads the pack's folder from the arguments. Undefined if none is given. */
export function onePack(positionals: string[], env: CommandContext['env']): string | undefined {
  if (positionals.length > 1) throw new CommandError('More than one event pack is given. Name one.', { usage: true });
  return positionals[0] === undefined ? undefined : typedPath(positionals[0], env);
}

/** @throws CommandError for a server without one */
function setPack({ eventPack }: Config): string {
  return eventPack ?? fail('EVENT_PACK is none: name an event pack.');
}

const fail = (message: string): never => {
  throw new CommandError(message, { usage: true });
};

export function describePack({ event, content, campaigns, questions }: Pack): string {
  const count = (type: string) => content.filter((row) => row.type === type || row.category === type).length;
  return [
    event.name,
    `${count('Agenda')} agenda items`,
    `${count('Speaker')} speakers`,
    `${count('Sponsor')} sponsors`,
    `${questions.length} questions in ${campaigns.length} campaigns`,
  ].join(', ');
}

const ALLOW_REMOVALS = 'allow-removals';
const KEEP_PEOPLE = 'keep-people';

/** Writes a pack to the database. A running server shows it at the next read of each screen. */
export const loadCommand: Command = {
  name: 'load',
  operands: '[PACK]',
  summary:
    'Loads an event pack (default: EVENT_PACK): merges what has changed in it into the event; a running server shows it at once. What was changed in the console too is listed, and nothing is written without --prefer.',
  makesDatabase: true,
  options: {
    prefer: {
      type: 'string',
      value: 'pack|console',
      about: 'the side that wins where the pack and the console have changed the same; the rest is merged',
    },
    [ALLOW_REMOVALS]: {
      type: 'boolean',
      about: 'answers yes to the question whether most of what attendees see may be hidden',
    },
    [KEEP_PEOPLE]: {
      type: 'boolean',
      about: 'answers yes to the question whether the people of the event before are those of another event, too',
    },
  },
  run: ({ positionals, values }, { env, now, print, progress, ask, withServices }) =>
    withServices(async (services) => {
      const { config } = services;
      const folder = onePack(positionals, env) ?? setPack(config);
      const prefer = sideOf(values.prefer);
      const given = await readPackFolder(folder, now());
      await printWarnings(folder, given.pack, print);
      const confirm = async (pack: Pack) => {
        await confirmPeople(services.db, pack, folder, { ask, isGiven: values[KEEP_PEOPLE] === true });
        await confirmRemoval(services.db, pack, folder, { ask, isGiven: values[ALLOW_REMOVALS] === true });
      };
      const pack = await loadPackFolder(services, folder, given, { prefer, confirm }).catch(describeConflict);
      print(`${folder} is loaded: ${describePack(pack)}.`);
      await sizePictures(folder, given.pack, { dataDir: config.dataDir, now: now(), print, progress });
    }),
};

function sideOf(given: unknown): Side | undefined {
  if (given === undefined || given === 'pack' || given === 'console') return given;
  throw new CommandError('--prefer must be pack or console.', { usage: true });
}

function describeConflict(error: unknown): never {
  if (!(error instanceof PackConflict)) throw error;
  throw new CommandError(
    [
      ...conflictTable(error.conflicts),
      '',
      `The pack and the console have both changed what is listed above (${error.conflicts.length}). Nothing was written.`,
      'Change it in one of them, or run the command again with --prefer pack or --prefer console.',
    ].join('\n'),
  );
}

/** Makes them where a server on this machine looks, so that no attendee waits for them. */
async function sizePictures(
  folder: string,
  { content }: Pack,
  { dataDir, now, print, progress }: Pick<CommandContext, 'print' | 'progress'> & { dataDir: string; now: number },
): Promise<void> {
  const originals = originalsOf(content, folder);
  const sizer = new PictureSizer(sizedFolder(dataDir), (text) => print(`warning: ${text}`));
  await sizer.makeAll(originals, now, (done) => progress(`${done} of ${originals.length} pictures`));
  sizer.close();
}

/** A new event needs a database of its own: in this one, its invitations would go to the people of the event before. */
async function confirmPeople(
  db: Services['db'],
  { event }: Pack,
  folder: string,
  { ask, isGiven }: Pick<CommandContext, 'ask'> & { isGiven: boolean },
): Promise<void> {
  const before = await findPeopleOfOther(db, event.id);
  if (!before) return;
  const what =
    `${folder} is another event (${event.name}) than the one in this database (${before.name}), which has ` +
    `people on record (${before.people.toLocaleString('en-US')}). They would stay, and be invited to the new event. ` +
    'Use a new database for a new event (docs/operations.md, "After the event").';
  await confirm({ ask }, { what, flag: `--${KEEP_PEOPLE}`, isGiven });
}

/** A pack that hides most of what attendees see is probably the wrong one. */
async function confirmRemoval(
  db: Services['db'],
  { content, event }: Pack,
  folder: string,
  { ask, isGiven }: Pick<CommandContext, 'ask'> & { isGiven: boolean },
): Promise<void> {
  const ids = new Set(content.map(({ id }) => id));
  const shown = await db.selectFrom('content').select('id').where('hidden', '=', 0).execute();
  const hidden = shown.filter(({ id }) => !ids.has(id)).length;
  if (hidden * 2 <= shown.length) return;
  const before = await db.selectFrom('events').select('name').executeTakeFirst();
  const what =
    `Loading ${folder} (${event.name}) would hide ${hidden} of the ${shown.length} sessions, speakers and sponsors ` +
    `that attendees see now (${before?.name ?? 'no event'}). Is it the right event pack?`;
  await confirm({ ask }, { what, flag: `--${ALLOW_REMOVALS}`, isGiven });
}

export const packCommands: Command[] = [checkCommand, loadCommand, exportPackCommand];
