import type { TableField } from '@companion/contract/staff/programmeImport';
import { addDays } from '../event/zonedTime.ts';
import { type CsvRow, readCsv } from '../platform/readCsv.ts';
import { type Cells, cellsOf } from './cellsOf.ts';
import { lineOf } from './coerce.ts';
import { sameName } from './distinguishPeople.ts';
import type { ImportReport } from './importReport.ts';
import { quote } from './readMoment.ts';
import type { SourceTable, SourceTalk } from './sourceSchedule.ts';
import { type Column, findColumns } from './tableColumns.ts';
import { kindOfRow, readPollRow, readSpeakerRow, readSponsorRow } from './tableKinds.ts';
import { beginsWithDay, type CellTime, isDayHeading, readDay, readLength, readTime } from './tableTimes.ts';
import { clockTime, rejectTalk } from './timeTalks.ts';

export interface TableOptions {
  /** What each column is, in place of what its header says. */
  columns: readonly (TableField | null)[] | undefined;
  /** Of the event, if it is known. */
  firstDay: string | undefined;
  /** Today's date: a date without a year is the next one. */
  today: string;
}

/** Columns without which no row can be a session. */
const REQUIRED = ['title', 'start'] as const;
const COLUMN_NAMES = { title: 'title', start: 'start time' } as const;
/** A service: for everyone, with no session at the same time. */
const SERVICE =
  /^(?:(?:coffee|tea|lunch|networking|morning|afternoon|refreshment)?\s*break|(?:networking )?(?:lunch|breakfast|dinner|reception)|registration(?: .*)?|check[- ]?in|doors open)$/i;
const PLENARY = /^(?:main stage|plenary|plenar(?:y|ies) session|general session|keynotes?|opening|closing)$/i;
const BREAKOUT = /^break-?out(?: session)?s?$/i;
const [EVENING, MORNING] = [17 * 60, 6 * 60];

/**
 * Reads a spreadsheet: a row is a session, unless its category says that it is a speaker, a sponsor or a poll.
 * @returns the columns, and the schedule; or why it has none
 * @throws Error that says why the text is no table
 */
export function readScheduleTable(
  text: string,
  options: TableOptions,
  report: ImportReport,
): { columns: Column[]; schedule: SourceTable } | { columns: Column[]; problem: string } {
  const { columns, rows } = findColumns(readCsv(text), options.columns);
  const has = (field: TableField) => columns.some((column) => column.field === field);
  // With categories, all rows may be something else than sessions.
  const missing = REQUIRED.filter((field) => !has(field) && !(field === 'start' && has('category')));
  if (missing.length > 0) {
    const names = missing.map((field) => `the ${COLUMN_NAMES[field]}`).join(' and ');
    return { columns, problem: `No column is ${names}. Choose what each column is.` };
  }
  const schedule: SourceTable = { origin: 'table', talks: [], speakers: [], sponsors: [], polls: [] };
  let day: Day;
  for (const row of rows) {
    const cells = cellsOf(row, columns);
    const date = cells.line('date') ?? cells.line('day');
    const only = onlyCell(row);
    const isHeading =
      only !== undefined && (date !== undefined || isDayHeading(only, options.firstDay ?? options.today));
    // A merged cell, or a heading above the rows of a day, has the date of those below it.
    const written = date ?? (isHeading ? only : undefined);
    if (written !== undefined) {
      day = { written, date: readDay(written, options.firstDay, options.today) };
      if (isHeading && typeof day.date === 'string' && !cells.line('start')) continue;
    } else if (only !== undefined && beginsWithDay(only)) {
      const meant = readDay(only, options.firstDay, options.today);
      const error = `in ${cells.where} may be the heading of a day: write the day or its date alone, or give the row a start`;
      if (meant !== day?.date) day = { written: only, date: { error } };
    }
    const kind = kindOfRow(cells.line('category'));
    if (kind === 'speaker') schedule.speakers.push(readSpeakerRow(cells));
    else if (kind === 'sponsor') schedule.sponsors.push(readSponsorRow(cells));
    else if (kind) schedule.polls.push(readPollRow(cells, kind));
    else addTalk(cells, day, { ...options, schedule }, report);
  }
  addNamed(schedule);
  return { columns, schedule };
}

/** Lists also the speakers that only sessions name. They are left out with their sessions. */
function addNamed({ talks, speakers }: SourceTable): void {
  const listed = new Set(speakers.map(({ name }) => sameName(name ?? '')));
  for (const { where, speakers: named } of talks) {
    for (const { name = '' } of named) {
      if (listed.has(sameName(name))) continue;
      listed.add(sameName(name));
      speakers.push({ where, id: undefined, name, talks: [where] });
    }
  }
}

function onlyCell({ cells }: CsvRow): string | undefined {
  const [only, ...others] = cells.filter((cell) => cell.trim());
  return others.length === 0 ? lineOf(only) : undefined;
}

/** The last date above a row, as it is written. */
type Day = { written: string; date: string | { error: string } } | undefined;

function addTalk(
  cells: Cells,
  day: Day,
  { schedule, ...options }: Pick<TableOptions, 'firstDay' | 'today'> & { schedule: SourceTable },
  report: ImportReport,
): void {
  const { where, line } = cells;
  const [title, category] = [line('title'), line('category') ?? ''];
  const talk: SourceTalk = {
    where,
    id: line('id'),
    title,
    start: undefined,
    end: undefined,
    room: line('room'),
    subtitle: line('subtitle'),
    texts: [cells.text('description') ?? ''],
    speakers: cells
      .all('speakers')
      .flatMap(namesIn)
      .map((name) => ({ id: undefined, name })),
    plenary: PLENARY.test(category),
    isBreakout: BREAKOUT.test(category),
    service: SERVICE.test(title ?? '') || SERVICE.test(category),
    off: undefined,
  };
  const times = timesOf(cells, day, options);
  if ('why' in times) {
    rejectTalk({ ...talk, where: times.field ? cells.place(times.field) : where }, times.why, report);
  } else {
    schedule.talks.push({ ...talk, ...times });
  }
}

/** Why a row is rejected, and by which column. */
interface Rejected {
  field?: TableField;
  why: string;
}

/** Start and end, as `2026-11-20T09:00`. */
function timesOf(
  cells: Cells,
  day: Day,
  { firstDay, today }: Pick<TableOptions, 'firstDay' | 'today'>,
): { start: string; end: string | undefined } | Rejected {
  const first = firstDay ?? today;
  const start = startBeforeEnd(cells, first) ?? readCell(cells, 'start', first);
  if (!start) return { why: 'its start is missing' };
  if ('why' in start) return start;
  // A sheet without a column of days has one day.
  const date = start.date ?? day?.date ?? firstDay ?? { error: 'has no date: enter the first day of the event' };
  if (typeof date !== 'string') {
    if (!day) return { why: `its start ${date.error}` };
    const field = (['date', 'day'] as const).find((each) => cells.line(each));
    return { ...(field && { field }), why: `${quote(day.written)} ${date.error}` };
  }
  const end = readCell(cells, 'end', first) ?? endByLength(cells, start);
  if (end && 'why' in end) return end;
  return {
    start: momentText(date, start.minutes),
    end: end && momentText(end.date ?? date, end.minutes, end.date ? undefined : start.minutes),
  };
}

/** `7:00` with `9:00 PM` in the next column is the evening, as in one cell. */
function startBeforeEnd({ line }: Cells, first: string): CellTime | undefined {
  const [start, end] = [line('start'), line('end')];
  const range = start && end ? readTime(`${start} - ${end}`, first) : undefined;
  return range?.isSure ? range : undefined;
}

function readCell(cells: Cells, field: 'start' | 'end', first: string): CellTime | Rejected | undefined {
  const written = cells.line(field);
  if (written === undefined) return undefined;
  const time = readTime(written, first);
  if (!time) return { field, why: `${quote(written)} is not a time, such as 9:00 AM or 14:30` };
  return time.isSure ? time : { field, why: `${quote(written)} does not say whether it is AM or PM` };
}

function endByLength({ line }: Cells, start: CellTime): { minutes: number; date?: undefined } | Rejected | undefined {
  if (start.endMinutes !== undefined) return { minutes: start.endMinutes };
  const written = line('duration');
  if (written === undefined) return undefined;
  const length = readLength(written);
  if (length) return { minutes: start.minutes + length };
  return { field: 'duration', why: `${quote(written)} is not a duration, such as 45 min or 1:30` };
}

/**
 * `2026-11-21T00:30` for half an hour past the midnight after that date.
 * @param start of a session that ends then: what begins in the evening may end in the night
 */
function momentText(date: string, minutes: number, start?: number): string {
  const isNight = start !== undefined && minutes <= start && start >= EVENING && minutes < MORNING;
  const days = Math.floor(minutes / (24 * 60)) + (isNight ? 1 : 0);
  return `${addDays(date, days)}T${clockTime(minutes % (24 * 60))}`;
}

/** `Ada Lind; Bo Ek`, `Ada Lind, Bo Ek and Cy Fox`: commas separate names where nothing stronger does. */
export function namesIn(written: string): string[] {
  const isStrong = /[;\n|]/.test(written);
  const parts = isStrong ? written.split(/[;\n|]+/) : written.replace(/\s+/g, ' ').split(/, | (?:and|&) /);
  return parts
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name && !/^(?:tbd|tba|n\/a|none|-+|–)$/i.test(name));
}
