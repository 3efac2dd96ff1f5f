import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, PackError } from './packFindings.ts';
import { type Pack, readPack } from './readPack.ts';

const DEMO = join(import.meta.dirname, '../../../events/demo');
const OF_DEMO = 'is that of the demo event';

/** Finds what a pack made from a copy of the demo event still has of it. */
export async function demoLeftovers(folder: string, pack: Pack): Promise<Finding[]> {
  const demo = await readDemo(pack.readAt);
  if (!demo || (await realpath(folder)) === (await realpath(DEMO))) return [];
  const { event } = demo;
  const inEvent = (key: string, isSame: boolean): Finding[] =>
    isSame ? [{ file: 'event.yaml', text: `${key} ${OF_DEMO}` }] : [];
  const entries = new Map([...demo.content, ...demo.questions].map((row) => [row.id, textOf(row)]));
  return [
    ...inEvent('id', pack.event.id === event.id),
    ...inEvent('name', pack.event.name === event.name),
    ...inEvent('host', pack.event.host === event.host),
    ...inEvent('tagline', pack.event.tagline === event.tagline),
    ...inEvent('helpDesk email', pack.event.help_desk_email === event.help_desk_email),
    ...inEvent('helpDesk phone', pack.event.help_desk_phone === event.help_desk_phone),
    ...TEXTS.flatMap(([file, column]) =>
      pack.event[column] === event[column] ? [{ file, text: `the text ${OF_DEMO}` }] : [],
    ),
    ...[...pack.content, ...pack.questions]
      .filter((row) => entries.get(row.id) === textOf(row))
      .map((row) => ({ file: fileOf(row), id: row.id, text: `this entry ${OF_DEMO}: ${textOf(row)}` })),
  ];
}

const TEXTS = [
  ['welcome.md', 'welcome'],
  ['thanks.md', 'thanks'],
  ['about.md', 'about'],
  ['privacy-policy.md', 'privacy_policy'],
] as const;

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
