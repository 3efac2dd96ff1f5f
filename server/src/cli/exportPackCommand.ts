import { exportPack } from '../programme/exportPack.ts';
import { type Command, CommandError, typedPath } from './command.ts';

/** Writes the event back into a pack. A running server does not notice. */
export const exportPackCommand: Command = {
  name: 'export pack',
  operands: 'DIR',
  summary:
    'Writes the published programme as an event pack, with the comments of the pack in DIR or of the one that was loaded last.',
  options: { draft: { type: 'boolean', about: 'writes the draft of the console instead of what is published' } },
  run: ({ positionals, values }, { env, print, withServices }) =>
    withServices(async (services) => {
      const [dir, ...more] = positionals;
      if (dir === undefined || more.length > 0) throw new CommandError('Name one folder.', { usage: true });
      const folder = typedPath(dir, env);
      const changed = await exportPack(services, folder, values.draft === true);
      print(
        changed.length > 0
          ? `${folder}: ${changed.join(', ')} written.`
          : `${folder} has the programme already: nothing was written.`,
      );
    }),
};
