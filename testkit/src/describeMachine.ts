import { cpus, loadavg, totalmem } from 'node:os';

/** What the figures of a benchmark depend on besides the program. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const [load = 0] = loadavg();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return [
    `${cpus().length} cores (${cpu?.model.trim()}), ${memory} GiB, ${process.platform}`,
    `load ${load.toFixed(1)} when the run began`,
    `Node ${process.version}`,
  ].join('; ');
}
