/** What an import does with a row. Warnings and refusals are listed last, where the reader ends up. */
const OUTCOMES = ['unchanged', 'new', 'changed', 'kept', 'removed', 'left out', 'warning', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The parts of a report, in its order. */
const PARTS = ['sessions', 'speakers', 'pack'] as const;
type Part = (typeof PARTS)[number];

/** The sections at the end of a report, by the outcome that they list. */
const LAST = { warning: 'Warnings', refused: 'Refused' } as const;
const isLast = (outcome: Outcome): outcome is keyof typeof LAST => outcome in LAST;

/** So many rows with one reason share a line for it. */
const GROUPED_FROM = 3;
/** Reasons that the closing message names. */
const REASONS_SHOWN = 10;

interface Row {
  part: Part;
  outcome: Outcome;
  name: string;
  why: string | undefined;
}

/** What an import does, row by row: the same for a dry run and for one that writes. */
export class ImportReport {
  /** Ids and guids, as the source has them, of sessions that cannot be used: what a pack has of them already stays. */
  readonly refusedIds = new Set<string>();
  readonly #rows: Row[] = [];

  /** @param why the reason, in the same words for each row that it applies to, so that they can be counted */
  add(part: Part, outcome: Outcome, name: string, why?: string): void {
    this.#rows.push({ part, outcome, name, why });
  }

  count(outcome: Outcome, part?: Part): number {
    return this.#rows.filter((row) => row.outcome === outcome && (!part || row.part === part)).length;
  }

  /** For a terminal: each part with its figures and its rows, then all warnings, then all refusals. */
  lines(): string[] {
    const parts = PARTS.flatMap((part) => {
      const rows = this.#rows.filter((row) => row.part === part);
      if (rows.length === 0) return [];
      const figures = OUTCOMES.flatMap((outcome) => {
        const count = this.count(outcome, part);
        return count > 0 ? `${count} ${outcome}` : [];
      });
      const told = OUTCOMES.filter((outcome) => !isLast(outcome));
      return [
        `${part}: ${figures.join(', ')}`,
        ...told.flatMap((outcome) => linesOf(rows.filter((row) => row.outcome === outcome))),
      ];
    });
    const last = OUTCOMES.filter(isLast).flatMap((outcome) => {
      const rows = this.#rows.filter((row) => row.outcome === outcome);
      return rows.length > 0 ? [`${LAST[outcome]} (${rows.length}):`, ...linesOf(rows)] : [];
    });
    return [...parts, ...last];
  }

  /** The reasons for an outcome with the number of rows that each applies to, the most frequent first. */
  reasons(outcome: Outcome): string[] {
    const counts = new Map<string, number>();
    for (const row of this.#rows) {
      const why = row.why ?? row.name;
      if (row.outcome === outcome) counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    const all = [...counts].sort(([, a], [, b]) => b - a);
    const rest = all.slice(REASONS_SHOWN).reduce((sum, [, count]) => sum + count, 0);
    return [
      ...all.slice(0, REASONS_SHOWN).map(([why, count]) => `${count} ${rowsWord(count)}: ${why}`),
      ...(rest > 0 ? [`${rest} ${rowsWord(rest)} for other reasons, listed above`] : []),
    ];
  }
}

/** Rows of one outcome; a reason that several share is written once, above their names. */
function linesOf(rows: Row[]): string[] {
  const byReason = Map.groupBy(rows, (row) => row.why);
  const line = ({ outcome }: Row, text: string) => `  ${outcome.padEnd(9)}  ${text}`;
  const written = new Set<string>();
  return rows.flatMap((row) => {
    const { name, why } = row;
    if (why === undefined) return line(row, name);
    const group = byReason.get(why) ?? [];
    if (group.length < GROUPED_FROM) return line(row, `${name}: ${why}`);
    if (written.has(why)) return [];
    written.add(why);
    return [
      line(row, `${group.length} ${rowsWord(group.length)}: ${why}`),
      ...group.map((each) => `      ${each.name}`),
    ];
  });
}

const rowsWord = (count: number) => (count === 1 ? 'row' : 'rows');
