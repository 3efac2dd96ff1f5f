/** The figures of the live part that have a limit. */
const MUSTS = {
  answerErrors: { figure: 'answers that failed', limit: 0, unit: '' },
  answerP99: { figure: 'an answer, p99', limit: 100, unit: 'ms' },
  stageP95: { figure: 'from an answer to the stage, p95', limit: 600, unit: 'ms' },
  phonesP95: { figure: 'from an answer to the phones, p95', limit: 1_500, unit: 'ms' },
  wrongCounts: { figure: 'streams whose last frame is not the number of rows', limit: 0, unit: '' },
  nodeMemory: { figure: 'memory of a node', limit: 550, unit: 'MB' },
  nodeCpu: { figure: 'CPU of a node, of a core', limit: 60, unit: '%' },
  loopP99: { figure: 'event loop of a node, p99 of its delay', limit: 100, unit: 'ms' },
  openedP95: { figure: 'a poll opened, until phones know it, p95', limit: 1_000, unit: 'ms' },
  backAfter: { figure: 'node killed: 95 % back', limit: 15, unit: 's' },
  connects: { figure: 'node killed: connects a second, at most', limit: 800, unit: '' },
  signedOut: { figure: 'node killed: signed out', limit: 0, unit: '' },
  lost: { figure: 'node killed: never back', limit: 0, unit: '' },
  unreadMemory: { figure: 'readers that never read: memory of a node more', limit: 100, unit: 'MB' },
  unreadLeft: { figure: 'readers that never read: not cut when their tokens have expired', limit: 0, unit: '' },
  soakMemory: { figure: 'soak: memory in use, more', limit: 10, unit: '%' },
  soakFiles: { figure: 'soak: open files more', limit: 20, unit: '' },
} as const satisfies Record<string, { figure: string; limit: number; unit: string }>;

export type LiveFigure = keyof typeof MUSTS;
export type LiveFigures = Partial<Record<LiveFigure, number>>;

/** A line for each figure that was measured, as cells: figure, must, measured, ok or short. */
export function liveMustLines(measured: LiveFigures): string[][] {
  return Object.entries(MUSTS).flatMap(([key, { figure, limit, unit }]) => {
    const value = measured[key as LiveFigure];
    if (value === undefined) return [];
    const say = (number: number) => `${Number(number.toFixed(1))} ${unit}`.trim();
    // NaN is not ok either.
    return [[figure, `at most ${say(limit)}`, say(value), value <= limit ? 'ok' : 'short']];
  });
}
