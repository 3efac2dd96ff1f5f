import { TABLE_FIELDS, type TableField } from '@companion/contract/staff/programmeImport';
import type { CsvRow } from '../platform/readCsv.ts';

/** How spreadsheets name the columns, as `keyOf` writes them. */
const NAMES: Record<TableField, RegExp> = {
  id: /^(?:session |talk )?(?:id|code)$/,
  day: /^(?:(?:event |conference |session )?day(?: number| no| #)?|#? ?day)$/,
  date: /^(?:(?:session |event |start |day )?date|dates|datum)$/,
  start:
    /^(?:start|starts|starts at|start ?time|start date time|start datetime|begin|begins|beginning|begin time|from|time|times|time slot|timeslot|when)$/,
  end: /^(?:end|ends|ends at|end ?time|end date time|end datetime|finish|finishes|finish time|to|until)$/,
  duration: /^(?:duration|length|minutes|mins|duration (?:minutes|mins|min|in minutes))$/,
  title:
    /^(?:title|session|sessions|session ?(?:title|name)|name|topic|talk|talk title|event|activity|agenda|agenda item|item|presentation|presentation title|subject|question|poll)$/,
  subtitle: /^(?:sub ?title|track|theme|stream|format|session (?:type|format|track)|tag ?line)$/,
  room: /^(?:room|rooms|room name|location|venue|stage|hall|place|where|space|room location)$/,
  speakers:
    /^(?:(?:speaker|presenter|panelist|panellist|moderator|facilitator|instructor|host)s?(?: ?#?\d+)?(?: ?full)?(?: ?names?)?|names? of speakers?|by|led by|presented by|with)$/,
  category: /^(?:category|categories|kind|type|session category|section|list)$/,
  description:
    /^(?:description|session description|abstract|details|summary|body|text|about|bio|biography|overview|content)$/,
  role: /^(?:role|job ?title|position|job|speaker title|designation)$/,
  organization: /^(?:organi[sz]ation|company|firm|employer|affiliation|agency|company name|organi[sz]ation name)$/,
  tier: /^(?:tier|level|sponsor(?:ship)? (?:tier|level)|package)$/,
  url: /^(?:url|web ?site|web|link|homepage|home page|web address)$/,
  options: /^(?:options?|choices?|answers?|possible answers)$/,
};

/** `Speaker(s)` and `SPEAKERS` are the same; so are `Start_Time` and `start time`. */
const keyOf = (header: string): string =>
  header
    .replace(/\((s|es)\)/gi, '$1')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9#]+/g, ' ')
    .trim();

/** What a column is, by its header; undefined for one that is not imported. */
export function fieldOf(header: string): TableField | undefined {
  const key = keyOf(header);
  return TABLE_FIELDS.find((field) => NAMES[field].test(key));
}

export interface Column {
  /** As the table writes it; `Column C` in a table without headers. */
  header: string;
  field: TableField | null;
  /** What its first cells hold. */
  samples: string[];
}

/** The header may follow a few title rows. */
const MAX_HEADER_ROW = 20;
const SAMPLES = 3;
/** Of which several columns make one list. */
const REPEATED: readonly TableField[] = ['speakers', 'options'];

/**
 * Finds the header of a table, and what each column is.
 * @param chosen what each column is, in their order, in place of what its header says
 * @returns the columns, and the rows below the header
 */
export function findColumns(
  table: CsvRow[],
  chosen: readonly (TableField | null)[] | undefined,
): { columns: Column[]; rows: CsvRow[] } {
  const counts = table.slice(0, MAX_HEADER_ROW).map(({ cells }) => new Set(cells.map(fieldOf).filter(Boolean)).size);
  const most = Math.max(0, ...counts);
  // One word that names a column may be a title or a cell.
  const at = most >= 2 ? counts.indexOf(most) : -1;
  const rows = table.slice(at + 1);
  const header = table[at]?.cells ?? [];
  const width = Math.max(header.length, ...table.map(({ cells }) => cells.findLastIndex((cell) => cell.trim()) + 1));
  const taken = new Set<TableField>();
  const columns = Array.from({ length: width }, (_, index) => {
    const name = (header[index] ?? '').trim();
    const found = chosen ? chosen[index] : fieldOf(name);
    const field = found && (!taken.has(found) || REPEATED.includes(found)) ? found : null;
    if (field) taken.add(field);
    const samples = rows.flatMap(({ cells }) => cells[index]?.trim() || []).slice(0, SAMPLES);
    return { header: name || `Column ${letterOf(index)}`, field, samples: samples.map((text) => text.slice(0, 80)) };
  });
  return { columns, rows };
}

/** As spreadsheets name columns: A to Z, then AA. */
export const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
