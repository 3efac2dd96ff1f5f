import { hash } from 'node:crypto';
import {
  EDITS_MAX,
  type Programme,
  type ProgrammeEdit,
  type ProgrammeEntry,
  type ProgrammeList,
} from '@companion/contract/staff/programme';
import type { ImportResult, TableField } from '@companion/contract/staff/programmeImport';
import { programmeNames } from '@companion/contract/staff/programmeNames';
import { isDate } from '../event/zonedTime.ts';
import { InputError } from '../platform/inputError.ts';
import { ImportReport } from '../schedule/importReport.ts';
import { prefixOf, slugOf } from '../schedule/packId.ts';
import { type KnownEntries, type MergePlan, planMerge } from '../schedule/planMerge.ts';
import {
  describeRemoval,
  placeSchedule,
  planSchedule,
  reportEventChanges,
  type SchedulePlan,
} from '../schedule/planSchedule.ts';
import { isTable, readSchedule, type TextFile, textOfFile } from '../schedule/readScheduleFiles.ts';
import { readScheduleTable } from '../schedule/readScheduleTable.ts';
import type { SourceSchedule, SourceTable } from '../schedule/sourceSchedule.ts';
import { campaignEntries, pollEntries, sponsorEntries } from '../schedule/tableEntries.ts';
import { EMPTY_EVENT } from './emptyEvent.ts';
import { consoleReport, inConsoleWords } from './importReportRows.ts';

/** What is to be imported into the draft. */
export interface ImportJob {
  files: { name: string; bytes: Uint8Array }[];
  columns: (TableField | null)[] | undefined;
  zone: string;
  firstDay: string | undefined;
  mainRoom: string | undefined;
  skipBad: boolean;
  /** Today's date in the zone. */
  today: string;
  draft: Programme;
  /** The ids that were ever published or removed. */
  usedIds: ReadonlySet<string>;
}

export interface ImportPlan {
  result: Omit<ImportResult, 'undo'>;
  edits: ProgrammeEdit[];
}

/** Works out what an import would change in the draft, and reports every row. It only computes, so that it can run anywhere. */
export function planDraftImport(job: ImportJob): ImportPlan {
  const report = new ImportReport();
  const found: Found = { columns: [], rooms: [], firstDay: null, removal: null, edits: [] };
  let problem: string | null = null;
  try {
    problem = plan(job, found, report) ?? null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problem = inConsoleWords(error.message);
  }
  const { edits, ...rest } = found;
  if (edits.length > EDITS_MAX)
    problem = `It would make ${edits.length} changes, and one import makes at most ${EDITS_MAX}. Import it in parts.`;
  const isBlocked = problem !== null || (report.count('rejected') > 0 && !job.skipBad);
  const made = isBlocked ? [] : edits;
  const digest = made.length > 0 ? hash('sha256', JSON.stringify(made), 'hex') : null;
  return { result: { ...rest, report: consoleReport(report), problem, digest }, edits: made };
}

interface Found extends Pick<ImportResult, 'columns' | 'rooms' | 'firstDay' | 'removal'> {
  edits: ProgrammeEdit[];
}

/** @returns why there is nothing to import */
function plan(job: ImportJob, found: Found, report: ImportReport): string | undefined {
  const { draft, usedIds, zone, mainRoom } = job;
  const knownDay = [job.firstDay, draft.event.firstDay].find((day) => typeof day === 'string' && isDate(day));
  const read = readSource(job, typeof knownDay === 'string' ? knownDay : undefined, report);
  found.columns = 'columns' in read ? read.columns : [];
  if ('problem' in read) return read.problem;
  const { schedule } = read;
  found.rooms = [...new Set(schedule.talks.flatMap(({ room }) => room ?? []))];
  const prefix = prefixOf(schedule);
  const known = { agenda: byId(draft.agenda), speakers: byId(draft.speakers), event: draft.event, usedIds };
  const table = 'sponsors' in schedule ? schedule : undefined;
  if (schedule.talks.length > 0 || !table || report.count('rejected') > 0) {
    const firstDay = firstDayOf(job, prefix);
    const placed = placeSchedule(schedule, { zone, firstDay, mainRoom }, report);
    const planned = planSchedule(placed, known, { zone, firstDay, mainRoom, endings: new Map() }, report);
    found.firstDay = placed.firstDay;
    found.removal = describeRemoval(planned) ?? null;
    reportEventChanges('event', planned, report);
    found.edits.push(...scheduleEdits(draft, planned), ...nameEdits(draft, schedule));
  } else if (table.speakers.length > 0) {
    return 'It has speakers and no sessions. Add the sessions that they speak in.';
  }
  if (table) found.edits.push(...tableEdits(draft, table, report));
  return undefined;
}

function readSource(
  { files, columns, today }: ImportJob,
  firstDay: string | undefined,
  report: ImportReport,
): { schedule: SourceSchedule | SourceTable } | ReturnType<typeof readScheduleTable> {
  const read: TextFile[] = files.map(({ name, bytes }) => ({ name, ...textOfFile(bytes) }));
  const [first] = read;
  if (!first || read.length > 1 || !isTable(first.text)) return { schedule: readSchedule(read, undefined, report) };
  if (first.guessed) {
    const what = `${first.name} is not UTF-8: it is read as Windows-1252. Check accents and quotation marks`;
    report.add('pack', 'warning', what);
  }
  try {
    return readScheduleTable(first.text, { columns, firstDay, today }, report);
  } catch (error) {
    // The reader of CSV says what is wrong with the text.
    throw new InputError(`${first.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The event keeps its first day while it has sessions of another origin, whose days it numbers. */
function firstDayOf({ firstDay, draft }: ImportJob, prefix: string): string | undefined {
  const { firstDay: current } = draft.event;
  const hasOthers = draft.agenda.some(({ id }) => !id.startsWith(prefix));
  return firstDay ?? (hasOthers && typeof current === 'string' && isDate(current) ? current : undefined);
}

const byId = (entries: ProgrammeEntry[]): KnownEntries => new Map(entries.map((entry) => [entry.id, entry]));

const scheduleEdits = (draft: Programme, { agenda, speakers, event }: SchedulePlan): ProgrammeEdit[] => [
  ...event.map(({ key, value }) => eventEdit(draft, key, value)),
  ...listEdits(draft, 'speakers', speakers),
  ...listEdits(draft, 'agenda', agenda),
];

const eventEdit = ({ event }: Programme, field: string, to: string | string[] | null): ProgrammeEdit => ({
  ...{ op: 'set', list: 'event', id: null, field },
  ...{ from: event[field] ?? null, to },
});

/** An event that has no name yet gets that of the schedule. */
function nameEdits(draft: Programme, { title }: SourceSchedule): ProgrammeEdit[] {
  const id = title && slugOf(title);
  if (!id || draft.event.id !== EMPTY_EVENT.event.id) return [];
  return [eventEdit(draft, 'name', title), eventEdit(draft, 'id', id)];
}

/** The edits that make a plan. Entries that are there stay where they are, because staff may have ordered them. */
function listEdits(draft: Programme, list: ProgrammeList, { removed, entries }: MergePlan): ProgrammeEdit[] {
  const edits: ProgrammeEdit[] = removed.map((id) => {
    const { id: _, ...from } = draft[list].find((entry) => entry.id === id) ?? { id };
    return { op: 'remove', list, id, from };
  });
  let after: string | undefined;
  for (const { id, isNew, changes } of entries) {
    if (isNew) {
      const fields = Object.fromEntries(changes.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])));
      edits.push({ op: 'add', list, id, fields, ...(after !== undefined && { after }) });
    } else {
      const entry = draft[list].find((each) => each.id === id);
      for (const { key, value } of changes) {
        edits.push({ op: 'set', list, id, field: key, from: entry?.[key] ?? null, to: value });
      }
    }
    after = id;
  }
  return edits;
}

/** Sponsors and questions of a table. */
function tableEdits(draft: Programme, table: SourceTable, report: ImportReport): ProgrammeEdit[] {
  const prefix = prefixOf(table);
  const lists = [
    ['sponsors', sponsorEntries(table, prefix, report, programmeNames(draft).tiers)],
    ['campaigns', campaignEntries(table, new Set(draft.campaigns.map(({ id }) => id)))],
    ['questions', pollEntries(table, prefix, report)],
  ] as const;
  return lists.flatMap(([list, entries]) => {
    // What is not in the table stays: tables of sessions usually have neither sponsors nor questions.
    const planned = planMerge(byId(draft[list]), { prefix, entries, stays: () => 'unchanged: it is not in the table' });
    for (const { outcome, text } of planned.rows)
      if (list !== 'campaigns' && outcome !== 'kept') report.add(list, outcome, text);
    return listEdits(draft, list, planned);
  });
}
