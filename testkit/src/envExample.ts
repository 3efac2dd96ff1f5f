import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SETTINGS } from '@companion/server/platform/settingsSchema';
import { ROOT } from './runCommand.ts';

const WIDTH = 120;
const HEAD =
  'Every setting of the server, with its default. Copy this file to .env and uncomment the settings that differ. An empty value counts as not set. Write a value with a space, a # or a single quotation mark in double quotes, and percent-encode a password in a URL.';

/** The text of `.env.example`, from the settings' declarations. */
export function envExample(): string {
  const lines = comment(HEAD);
  for (const [name, { about, schema, group, example }] of Object.entries(SETTINGS)) {
    const standard = schema.safeParse(undefined);
    const value = example ?? (standard.success ? standard.data : undefined) ?? '';
    lines.push(...(group ? [''] : []), ...comment(about), `#${name}=${value}`);
  }
  return `${lines.join('\n')}\n`;
}

function comment(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}

/** `npm run env-example` */
if (import.meta.main) await writeFile(join(ROOT, '.env.example'), envExample());
