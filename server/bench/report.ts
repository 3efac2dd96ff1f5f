import { type Measured, percentile } from './loops.ts';
import type { System } from './systems.ts';

/** Requests per second. */
export const rateOf = ({ latencies, seconds }: Measured): number => latencies.length / seconds;

/** Runs a load and prints rate, latencies, statuses, and the CPU and memory that the servers used. */
export async function report(system: System, name: string, load: () => Promise<Measured>): Promise<Measured> {
  const before = await system.usage();
  const measured = await load();
  const after = await system.usage();
  const ms = [0.5, 0.95, 0.99].map((share) => percentile(measured, share).toFixed(1)).join(' / ');
  const statuses = [...measured.statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
  const cpu = ((after.cpu - before.cpu) * 1000) / measured.latencies.length;
  console.log(`  ${name}`);
  console.log(`      ${rateOf(measured).toFixed(0)} req/s; p50 / p95 / p99 ${ms} ms; ${statuses}`);
  console.log(`      servers: ${cpu.toFixed(2)} ms of CPU a request, ${after.megabytes.toFixed(0)} MB`);
  return measured;
}
