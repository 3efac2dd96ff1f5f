/** What becomes of a row, in the order of the report: what somebody must look at stands last. */
const OUTCOMES = ['unchanged', 'new', 'changed', 'kept', 'removed', 'left out', 'warning', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The parts of a report, in its order. */
const PARTS = ['sessions', 'speakers', 'pack'] as const;
type Part = (typeof PARTS)[number];

/** What an import does, row by row: the same for a dry run and for one that writes. */
export class ImportReport {
  /** Ids, as the source has them, of sessions that cannot be used: what a pack has of them already stays. */
  readonly refusedIds = new Set<string>();
  readonly #rows: { part: Part; outcome: Outcome; text: string }[] = [];

  add(part: Part, outcome: Outcome, text: string): void {
    this.#rows.push({ part, outcome, text });
  }

  count(outcome: Outcome, part?: Part): number {
    return this.#rows.filter((row) => row.outcome === outcome && (!part || row.part === part)).length;
  }

  /** For a terminal: each part with its figures and its rows. */
  lines(): string[] {
    return PARTS.flatMap((part) => {
      const rows = OUTCOMES.flatMap((outcome) =>
        this.#rows.filter((row) => row.part === part && row.outcome === outcome),
      );
      if (rows.length === 0) return [];
      const figures = OUTCOMES.flatMap((outcome) => {
        const count = this.count(outcome, part);
        return count > 0 ? `${count} ${outcome}` : [];
      });
      return [`${part}: ${figures.join(', ')}`, ...rows.map(({ outcome, text }) => `  ${outcome.padEnd(9)}  ${text}`)];
    });
  }
}
