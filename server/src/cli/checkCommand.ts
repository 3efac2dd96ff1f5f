import { demoLeftovers } from '../event/demoLeftovers.ts';
import { describeFinding } from '../event/packFindings.ts';
import { type Pack, readPack } from '../event/readPack.ts';
import { readConfig } from '../platform/config.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { typedPath } from './typedPath.ts';

/** Says whether an event pack can be used, and changes nothing. */
export const checkCommand: Command = {
  name: 'check',
  usage: '[PACK]',
  summary: 'Reads an event pack (default: EVENT_PACK) and names every problem in it, by file and line.',
  async run({ positionals }, { env, now, say }) {
    const folder = onePack(positionals, env) ?? readConfig(env).eventPack;
    const pack = await readPack(folder, now());
    await sayWarnings(folder, pack, say);
    say(`${folder} can be used: ${describePack(pack)}.`);
  },
};

/** Everything about a pack that its author should know before attendees see it. */
export async function sayWarnings(folder: string, pack: Pack, say: CommandContext['say']): Promise<void> {
  const warnings = [...pack.warnings, ...(await demoLeftovers(folder, pack))];
  for (const warning of warnings) say(`warning: ${describeFinding(warning)}`);
}

/** The folder that was named, if one was. */
export function onePack(positionals: string[], env: CommandContext['env']): string | undefined {
  if (positionals.length > 1) throw new CommandError('Name one event pack.', { usage: true });
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
