/*
 * Loaded by a measured node: SIGUSR2 prints how long the event loop was held at most since the last time. The processor
 * time of the thread says how much of it was the node's own work, also on a busy machine.
 */
const TICK_MS = 1;

let last = { at: performance.now(), processor: process.threadCpuUsage() };
let worst = { ms: 0, processorMs: 0 };

setInterval(() => {
  const { user, system } = process.threadCpuUsage(last.processor);
  const now = { at: performance.now(), processor: process.threadCpuUsage() };
  worst = {
    ms: Math.max(worst.ms, now.at - last.at - TICK_MS),
    processorMs: Math.max(worst.processorMs, (user + system) / 1000),
  };
  last = now;
}, TICK_MS).unref();

process.on('SIGUSR2', () => {
  console.log(JSON.stringify({ held: worst }));
  worst = { ms: 0, processorMs: 0 };
});
