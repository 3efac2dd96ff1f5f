import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoLeftovers } from '../event/demoLeftovers.ts';
import { describeFinding } from '../event/packFindings.ts';
import { originalsOf } from '../event/pictureQueries.ts';
import { PictureSizer } from '../event/pictureSizer.ts';
import type { PictureSize } from '../event/pictureSizes.ts';
import { type Pack, readPack } from '../event/readPack.ts';
import { readConfig } from '../platform/readConfig.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { typedPath } from './typedPath.ts';

/** The least work that decodes a whole picture. */
const SMALLEST: PictureSize = { width: 96, format: 'webp' };

/** Reports every problem in an event pack. Writes nothing. */
export const checkCommand: Command = {
  name: 'check',
  usage: '[PACK]',
  summary: 'Reads an event pack (default: EVENT_PACK) and lists every problem in it, by file and line.',
  async run({ positionals }, { env, now, print, progress }) {
    const folder = onePack(positionals, env) ?? readConfig(env).eventPack;
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
