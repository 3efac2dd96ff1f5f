/** The result for a row. Warnings and rejections are printed last, where a terminal shows them. */
const OUTCOMES = ['unchanged', 'new', 'changed', 'kept', 'removed', 'left out', 'warning', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The parts of a report, in order. */
const PARTS = ['sessions', 'speakers', 'sponsors', 'questions', 'pack'] as const;
type Part = (typeof PARTS)[number];

/** The sections at the end of a report, by the outcome that they list. */
const LAST = { warning: 'Warnings', rejected: 'Rejected' } as const;
const isLast = (outcome: Outcome): outcome is keyof typeof LAST => outcome in LAST;

/** From this number on, rows with one reason are listed below it. */
const MIN_GROUP_SIZE = 3;
/** How many reasons the closing message names. */
const MAX_REASONS = 10;

export interface ReportRow {
  part: Part;
  outcome: Outcome;
  name: string;
  why: string | undefined;
}

/** The results of an import, row by row. A dry run has the same report. */
export class ImportReport {
  /** The source's ids, guids and titles of rejected sessions. The pack keeps their entries. */
  readonly rejectedIds = new Set<string>();
  readonly #rows: ReportRow[] = [];

  /** @param why the reason, in the same words for all rows that have it, so that they can be counted */
  add(part: Part, outcome: Outcome, name: string, why?: string): void {
    this.#rows.push({ part, outcome, name, why });
  }

  count(outcome: Outcome, part?: Part): number {
    return this.#rows.filter((row) => row.outcome === outcome && (!part || row.part === part)).length;
  }

  get rows(): readonly ReportRow[] {
    return this.#rows;
  }

  /** How many rows of each part have each outcome, without those that none has. */
  counts(): { part: Part; outcome: Outcome; count: number }[] {
    return PARTS.flatMap((part) =>
      OUTCOMES.map((outcome) => ({ part, outcome, count: this.count(outcome, part) })).filter(({ count }) => count > 0),
    );
  }

  /** Returns each part with its counts and rows, then all warnings, then all rejections. */
  lines(): string[] {
    const counts = this.counts();
    const parts = PARTS.flatMap((part) => {
      const rows = this.#rows.filter((row) => row.part === part);
      if (rows.length === 0) return [];
      const figures = counts.filter((each) => each.part === part).map(({ count, outcome }) => `${count} ${outcome}`);
      const listed = OUTCOMES.filter((outcome) => !isLast(outcome));
      return [
        `${part}: ${figures.join(', ')}`,
        ...listed.flatMap((outcome) => linesOf(rows.filter((row) => row.outcome === outcome))),
      ];
    });
    const last = OUTCOMES.filter(isLast).flatMap((outcome) => {
      const rows = this.#rows.filter((row) => row.outcome === outcome);
      return rows.length > 0 ? [`${LAST[outcome]} (${rows.length}):`, ...linesOf(rows)] : [];
    });
    return [...parts, ...last];
  }

  /** Returns the reasons for an outcome with their number of rows, the most frequent first. */
  reasons(outcome: Outcome): string[] {
    const counts = new Map<string, number>();
    for (const row of this.#rows) {
      const why = row.why ?? row.name;
      if (row.outcome === outcome) counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    const all = [...counts].sort(([, a], [, b]) => b - a);
    const rest = all.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
    return [
      ...all.slice(0, MAX_REASONS).map(([why, count]) => `${count} ${rowsWord(count)}: ${why}`),
      ...(rest > 0 ? [`${rest} ${rowsWord(rest)} for other reasons, listed above`] : []),
    ];
  }
}

/** Prints rows of one outcome. A reason that several rows share is printed once, above them. */
function linesOf(rows: ReportRow[]): string[] {
  const byReason = Map.groupBy(rows, (row) => row.why);
  const line = ({ outcome }: ReportRow, text: string) => `  ${outcome.padEnd(9)}  ${text}`;
  const written = new Set<string>();
  return rows.flatMap((row) => {
    const { name, why } = row;
    if (why === undefined) return line(row, name);
    const group = byReason.get(why) ?? [];
    if (group.length < MIN_GROUP_SIZE) return line(row, `${name}: ${why}`);
    if (written.has(why)) return [];
    written.add(why);
    return [
      line(row, `${group.length} ${rowsWord(group.length)}: ${why}`),
      ...group.map((each) => `      ${each.name}`),
    ];
  });
}

const rowsWord = (count: number) => (count === 1 ? 'row' : 'rows');
