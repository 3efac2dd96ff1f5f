import { parseArgs } from 'node:util';
import { measureLive } from './measureLive.ts';
import { ENGINES, startSystem } from './systems.ts';

/*
 * Measures the streams of the built server with a full hall: on SQLite with one node, and on two nodes with PostgreSQL.
 * The load generator runs on the same machine and shares its cores. Each stream is a connection: allow twice as many
 * open files (`ulimit -n`).
 *
 * Run: npm run bench:live [-- --engine sqlite|postgres] [--streams 5000] [--minutes 0] [--only answers]
 * `--minutes 30` measures whether memory and open files grow.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    streams: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});

for (const engine of ENGINES) {
  if (values.engine && values.engine !== engine) continue;
  const system = await startSystem(engine, { SIGN_INS_PER_ADDRESS: '1000000' });
  try {
    console.log(`\n${system.name}`);
    const streams = Number(values.streams);
    const wanted = (scenario: string) => scenario.includes(values.only);
    await measureLive(system, { streams, minutes: Number(values.minutes), wanted });
  } finally {
    await system.stop();
  }
}
