import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getContent } from '@companion/contract/content';
import { pathOf } from '@companion/contract/defineCall';
import { ImportReport } from '@companion/server/schedule/importReport';
import { importSchedule } from '@companion/server/schedule/importSchedule';
import { readScheduleFiles } from '@companion/server/schedule/readScheduleFiles';
import { demoTomorrow } from '@companion/testkit/demoTomorrow';
import { markdownTable } from '@companion/testkit/markdownTable';
import { searchDocuments } from '../../web/src/search/searchDocuments.ts';
import { buildSearchIndex, type SearchIndex } from '../../web/src/search/searchIndex.ts';
import { TRIED_QUERIES, type TriedQuery } from './search/triedQueries.ts';
import { serveFolder } from './web/serveFolder.ts';
import { BUILT_APP } from './web/startBench.ts';
import { sessionOf } from './web/visitors.ts';

/*
 * Tries real queries on real schedules, imported as an organizer does, and on the demo event: prints at which place of
 * its kind each finds what somebody looks for. The schedules are not part of the project (docs/search.md).
 *
 * Run: npm run try:search -- FOLDER
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the schedules: npm run try:search -- FOLDER (docs/search.md).');

/** Rows of one kind that are shown at first, at most. */
const SHOWN = 5;
const MISSED = 'not found';

interface Schedule {
  name: keyof typeof TRIED_QUERIES;
  zone: string;
  files: string[];
}

const SCHEDULES: Schedule[] = [
  { name: 'Chaos Communication Camp 2019 (frab)', zone: 'Europe/Berlin', files: ['frab-schedule.json'] },
  {
    name: 'a conference of Android developers 2023 (Sessionize)',
    zone: 'America/Los_Angeles',
    files: ['sessionize-two-day-schedule.json', 'sessionize-two-day-speakers.json'],
  },
];

const scratch = await mkdtemp(join(tmpdir(), 'search-'));
try {
  for (const [index, { name, zone, files }] of SCHEDULES.entries()) {
    const pack = join(scratch, `pack-${index}`);
    await importFiles(
      files.map((file) => join(folder, file)),
      zone,
      pack,
    );
    await tryOn(name, pack);
  }
  await tryOn('the demo event', demoTomorrow());
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function importFiles(files: string[], zone: string, into: string): Promise<void> {
  const report = new ImportReport();
  const schedule = await readScheduleFiles(files, undefined, report);
  const choices = { zone, firstDay: undefined, mainRoom: undefined, skipBad: true, dryRun: false };
  const without = { fetchPicture: undefined, progress: () => undefined, confirmRemoval: async () => undefined };
  await importSchedule(schedule, { files, into, now: Date.now(), ...choices, ...without }, report);
}

async function tryOn(name: keyof typeof TRIED_QUERIES, pack: string): Promise<void> {
  const index = await indexOf(pack);
  const queries: readonly TriedQuery[] = TRIED_QUERIES[name];
  const rows = queries.map(([typed, wanted]) => [typed, wanted, placeOf(index, typed, wanted)] as const);
  const missed = rows.filter(([, , place]) => place.startsWith(MISSED)).length;
  console.log(`\n### ${name}: ${queries.length} queries, ${missed} without what was wanted\n`);
  console.log(markdownTable(['typed', 'wanted', 'place'], rows));
}

/** The index of a phone. */
async function indexOf(pack: string): Promise<SearchIndex> {
  const dataDir = await mkdtemp(join(scratch, 'data-'));
  const { url, stop } = await serveFolder(BUILT_APP, { dataDir, isProxied: false, pack });
  try {
    const { access_token } = JSON.parse((await sessionOf('attendee', url)) ?? '');
    const answer = await fetch(`${url}/api${pathOf(getContent)}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { results } = getContent.read.parse(await answer.json());
    return await buildSearchIndex(searchDocuments(results), (html) => html.replaceAll(/<[^>]*>/g, ' '));
  } finally {
    await stop();
  }
}

function placeOf(index: SearchIndex, typed: string, wanted: string): string {
  const { found, isPartial } = index.find(typed);
  const hit = found.find(({ document }) => document.title.startsWith(wanted));
  if (!hit) return found.length > 0 ? `${MISSED} (${found.length} others)` : MISSED;
  const ofKind = found.filter(({ document }) => document.kind === hit.document.kind);
  const place = ofKind.indexOf(hit) + 1;
  return `${place} of ${ofKind.length}${place > SHOWN ? ', below “Show all”' : ''}${isPartial ? ', in part' : ''}`;
}
