import { basename } from 'node:path';
import { changePack } from '../event/changePack.ts';
import type { Finding } from '../event/packFindings.ts';
import { InputError } from '../platform/inputError.ts';
import type { ImportReport } from './importReport.ts';
import { knownEntries, knownEvent, mergeEntries, updateEventYaml } from './mergeEntries.ts';
import { prefixOf } from './packId.ts';
import { packSkeleton } from './packSkeleton.ts';
import {
  describeRemoval,
  type PlaceOptions,
  placeSchedule,
  planSchedule,
  reportEventChanges,
  reportMoved,
  type SchedulePlan,
} from './planSchedule.ts';
import { reportNewPack } from './reportNewPack.ts';
import { reportNotFetched, type SchedulePictureOptions, schedulePictures } from './schedulePictures.ts';
import type { SourceSchedule } from './sourceSchedule.ts';

export interface ImportOptions extends PlaceOptions, SchedulePictureOptions {
  /** The pack's folder. */
  into: string;
  /** Imports the other rows if some are rejected. */
  skipBad: boolean;
  dryRun: boolean;
  now: number;
  /** Throws unless the operator confirms the removal. */
  confirmRemoval(what: string): Promise<void>;
}

/**
 * Imports a schedule into a pack and reports every row.
 * @returns the changed files (in a dry run: those that would change), and warnings about the pack
 * @throws InputError with the reason if nothing was written
 */
export async function importSchedule(
  source: SourceSchedule,
  options: ImportOptions,
  report: ImportReport,
): Promise<{ changed: string[]; warnings: Finding[] }> {
  const { into } = options;
  const schedule = placeSchedule(source, options, report);
  await reportNewPack(into, report);
  const { pictures, notFetched } = await schedulePictures(schedule.speakers, options, report);

  const isBlocked = report.count('rejected') > 0 && !options.skipBad;
  const done = await changePack(
    into,
    { now: options.now, action: 'import', dryRun: options.dryRun || isBlocked },
    async (textOf) => {
      const before = {
        agenda: (await textOf('agenda.yaml')) ?? '',
        speakers: (await textOf('speakers.yaml')) ?? '',
        event: await textOf('event.yaml'),
      };
      const known = {
        agenda: knownEntries(before.agenda, 'agenda.yaml'),
        speakers: knownEntries(before.speakers, 'speakers.yaml'),
        event: before.event === undefined ? undefined : knownEvent(before.event),
        // A pack has only those of its entries.
        usedIds: new Set<string>(),
      };
      const endings = new Map(pictures.map(({ key, ending }) => [key, ending]));
      const plan = planSchedule(schedule, known, { ...options, endings }, report);
      const idOf = (key: string) => plan.speakerIds.get(key) ?? '';
      const hasPicture = (key: string) => Boolean(known.speakers.get(idOf(key))?.picture);
      reportNotFetched(
        notFetched.filter(({ key }) => !hasPicture(key)),
        report,
      );

      const removal = describeRemoval(plan)?.replace('before.', `into ${into} before. ${askWhich(options.files)}`);
      if (removal && (options.dryRun || isBlocked))
        report.add('pack', 'warning', `${removal} An import asks for confirmation`);
      else if (removal) await options.confirmRemoval(removal);

      const rest = await eventFiles(source, plan, before.event, textOf, report);
      const prefix = prefixOf(source);
      // Speakers first, so that a concurrent reader finds the speakers of every session.
      return new Map<string, string | Uint8Array>([
        ...pictures.map(({ key, ending, bytes }) => [`speakers/${idOf(key)}.${ending}`, bytes] as const),
        ['speakers.yaml', mergeEntries(before.speakers, 'speakers.yaml', plan.speakers, prefix)],
        ['agenda.yaml', mergeEntries(before.agenda, 'agenda.yaml', plan.agenda, prefix)],
        ...rest,
      ]);
    },
  );
  if (isBlocked) throw new InputError(rejection(report));
  return done;
}

const askWhich = (files: string[]) =>
  `Is ${files.map((file) => basename(file)).join(', ')} the right file, and is this the right pack?`;

/** Summarizes the rejections, which are hard to find among all rows. */
function rejection(report: ImportReport): string {
  const rejected = report.count('rejected');
  return [
    `${rejected} ${rejected === 1 ? 'row is' : 'rows are'} rejected, so nothing was written:`,
    ...report.reasons('rejected').map((reason) => `  ${reason}`),
    'Correct them at the source and import again, or import the other rows with --skip-bad.',
  ].join('\n');
}

/** Returns event.yaml with the event's days, and placeholders for missing files of the pack. */
async function eventFiles(
  source: SourceSchedule,
  plan: SchedulePlan,
  eventYaml: string | undefined,
  textOf: (file: string) => Promise<string | undefined>,
  report: ImportReport,
): Promise<[string, string][]> {
  const files: [string, string][] = [];
  for (const [file, placeholder] of Object.entries(packSkeleton(source.title))) {
    const before = file === 'event.yaml' ? eventYaml : await textOf(file);
    if (before === undefined) report.add('pack', 'new', `${file}: a placeholder for you to edit`);
    if (file === 'event.yaml') {
      files.push([file, updateEventYaml(before ?? placeholder, plan.event)]);
      if (before === undefined) reportMoved(plan, report);
      else reportEventChanges(file, plan, report);
    } else if (before === undefined) files.push([file, placeholder]);
  }
  return files;
}
