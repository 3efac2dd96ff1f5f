import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventRow } from '../platform/db/eventSchema.ts';
import { type Finding, PackError } from './packFindings.ts';
import { type Pack, readPack } from './readPack.ts';

const DEMO = join(import.meta.dirname, '../../../events/demo');
const OF_DEMO = 'is that of the demo event';

/** Finds what a pack made from a copy of the demo event still has of it. */
export async function demoLeftovers(folder: string, pack: Pack): Promise<Finding[]> {
  const demo = await readDemo(pack.readAt);
  if (!demo || (await realpath(folder)) === (await realpath(DEMO))) return [];
  const { event } = demo;
  const entries = new Map([...demo.content, ...demo.questions].map((row) => [row.id, textOf(row)]));
  return [
    ...OF_EVENT.filter(([, , column]) => pack.event[column] === event[column]).map(([file, what]) => ({
      file,
      text: `${what} ${OF_DEMO}`,
    })),
    ...[...pack.content, ...pack.questions]
      .filter((row) => entries.get(row.id) === textOf(row))
      .map((row) => ({ file: fileOf(row), id: row.id, text: `this entry ${OF_DEMO}: ${textOf(row)}` })),
  ];
}

const OF_EVENT: [file: string, what: string, column: keyof EventRow][] = [
  ['event.yaml', 'id', 'id'],
  ['event.yaml', 'name', 'name'],
  ['event.yaml', 'host', 'host'],
  ['event.yaml', 'tagline', 'tagline'],
  ['event.yaml', 'helpDesk email', 'help_desk_email'],
  ['event.yaml', 'helpDesk phone', 'help_desk_phone'],
  ['welcome.md', 'the text', 'welcome'],
  ['thanks.md', 'the text', 'thanks'],
  ['about.md', 'the text', 'about'],
  ['privacy-policy.md', 'the text', 'privacy_policy'],
];

type Row = Pack['content'][number] | Pack['questions'][number];
const textOf = (row: Row): string => ('question' in row ? row.question : row.title);
const fileOf = (row: Row): string => ('question' in row ? 'campaigns.yaml' : `${row.campaign_id}.yaml`);

/** Undefined if the demo event was deleted. */
async function readDemo(now: number): Promise<Pack | undefined> {
  try {
    return await readPack(DEMO, now);
  } catch (error) {
    if (error instanceof PackError) return undefined;
    throw error;
  }
}
