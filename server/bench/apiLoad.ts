import { parseArgs } from 'node:util';
import { startTwilioPeer } from '@companion/testkit/twilioPeer';
import { measureHall } from './measureHall.ts';
import { ENGINES, type Engine, startSystem } from './systems.ts';

/*
 * What the built server holds under the load of a full hall: on the embedded database, and as two nodes on PostgreSQL.
 * Rates stand beside a floor measured in turns with them, node:http alone with the same requests and the same bytes.
 * The load is made on the same machine and shares its cores.
 *
 * Run: npm run bench:api [-- --engine sqlite|postgres] [--accounts 5000] [--seconds 12] [--doors 300] [--only vote]
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    accounts: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '12' },
    doors: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
  },
});

for (const engine of ENGINES) {
  if (values.engine && values.engine !== engine) continue;
  await measureOn(engine);
}

async function measureOn(engine: Engine): Promise<void> {
  const peer = await startTwilioPeer();
  // One address stands for the whole hall: its ceiling is set for the hall, as docs/operations.md says.
  const system = await startSystem(engine, { SIGN_INS_PER_ADDRESS: '1000000', SMS_A_DAY: '1000000', ...peer.settings });
  try {
    console.log(`\n${system.name}`);
    await measureHall(system, peer, {
      accounts: Number(values.accounts),
      seconds: Number(values.seconds),
      doorsSeconds: Number(values.doors),
      wanted: (scenario) => scenario.includes(values.only),
    });
  } finally {
    await system.stop();
    await peer.stop();
  }
}
