/** The figures of `npm run bench:live` with the most that each may be. */
const TARGETS = {
  answerErrors: { figure: 'answers that failed', limit: 0, unit: '' },
  answerP99: { figure: 'an answer, p99', limit: 100, unit: 'ms' },
  stageP95: { figure: 'from an answer to the stage, p95', limit: 600, unit: 'ms' },
  phonesP95: { figure: 'from an answer to the phones, p95', limit: 1_500, unit: 'ms' },
  wrongCounts: { figure: 'streams whose last frame does not count every stored answer', limit: 0, unit: '' },
  nodeMemory: { figure: 'memory of a node', limit: 550, unit: 'MB' },
  nodeCpu: { figure: 'CPU of a node, as a share of a core', limit: 60, unit: '%' },
  loopP99: { figure: 'event loop of a node, p99 of its delay', limit: 100, unit: 'ms' },
  openedP95: { figure: 'from the opening of a poll to the phones, p95', limit: 1_000, unit: 'ms' },
  announcedP95: { figure: 'from an announcement to the phones, p95', limit: 1_500, unit: 'ms' },
  publishedAll: { figure: 'from a publication to the last phone', limit: 1_500, unit: 'ms' },
  publishedReads: { figure: 'publication: lists read in the busiest second', limit: 500, unit: '' },
  publishedVotes: { figure: 'publication: a vote, p95, as a multiple of that before', limit: 1.5, unit: '' },
  backAfter: { figure: 'node killed: 95 % back', limit: 15, unit: 's' },
  connects: { figure: 'node killed: connections in the busiest second', limit: 800, unit: '' },
  signedOut: { figure: 'node killed: signed out', limit: 0, unit: '' },
  lost: { figure: 'node killed: never back', limit: 0, unit: '' },
  unreadMemory: { figure: "clients that never read: growth of a node's memory", limit: 100, unit: 'MB' },
  unreadLeft: { figure: 'clients that never read: still connected after their tokens expired', limit: 0, unit: '' },
  soakMemory: { figure: 'soak: growth of memory in use', limit: 10, unit: '%' },
  soakFiles: { figure: 'soak: growth of open files', limit: 20, unit: '' },
} as const satisfies Record<string, { figure: string; limit: number; unit: string }>;

export type LiveFigure = keyof typeof TARGETS;
export type LiveFigures = Partial<Record<LiveFigure, number>>;

/** A line for each figure that was measured, as cells: figure, must, measured, ok or short. */
export function targetLines(measured: LiveFigures): string[][] {
  return Object.entries(TARGETS).flatMap(([key, { figure, limit, unit }]) => {
    const value = measured[key as LiveFigure];
    if (value === undefined) return [];
    const withUnit = (number: number) => `${Number(number.toFixed(1))} ${unit}`.trim();
    // NaN is not ok either.
    return [[figure, `at most ${withUnit(limit)}`, withUnit(value), value <= limit ? 'ok' : 'short']];
  });
}
