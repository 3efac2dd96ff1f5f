import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TIME_ZONE } from '@companion/contract/eventDefaults';
import { ROOT } from './runCommand.ts';

export const DEMO = join(ROOT, 'events/demo');
const DAY_MS = 86_400_000;

let folder: string | undefined;

/**
 * The demo event, which begins tomorrow. The demo itself begins today, and its agenda folds what is over: whether a test
 * finds a session would depend on the time of day.
 */
export function demoTomorrow(): string {
  if (folder) return folder;
  folder = mkdtempSync(join(tmpdir(), 'companion-demo-'));
  const made = folder;
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  const firstDay = new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE }).format(Date.now() + DAY_MS);
  // A pack may have no links to files outside of it.
  cpSync(DEMO, folder, { recursive: true });
  const event = readFileSync(join(DEMO, 'event.yaml'), 'utf8');
  const moved = event.replace(/^firstDay: today$/m, `firstDay: ${firstDay}`);
  if (moved === event) throw new Error('events/demo/event.yaml does not begin today.');
  writeFileSync(join(folder, 'event.yaml'), moved);
  return folder;
}
