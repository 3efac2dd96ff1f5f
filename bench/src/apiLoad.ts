import { parseArgs } from 'node:util';
import { startTwilioPeer } from '@companion/testkit/twilioPeer';
import { measureAudience } from './load/measureAudience.ts';
import { startPushSink } from './load/pushSink.ts';
import { ENGINES, type Engine, startSystem } from './system/systems.ts';

/*
 * Measures the built server under the load of a full audience: on the embedded database, and as two nodes on PostgreSQL.
 * Each rate is compared with a floor, measured alternately: node:http alone with the same requests and the same bytes.
 * The load generator runs on the same machine and shares its cores.
 *
 * Run: npm run bench:api [-- --engine sqlite|postgres] [--accounts 5000] [--seconds 12] [--arrivals 300] [--only vote]
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    accounts: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '12' },
    arrivals: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
  },
});

for (const engine of ENGINES) {
  if (values.engine && values.engine !== engine) continue;
  await measureOn(engine);
}

async function measureOn(engine: Engine): Promise<void> {
  const [peer, sink] = [await startTwilioPeer(), await startPushSink()];
  // The whole audience shares one address here, so its limits are set for all of them (docs/operations.md).
  const system = await startSystem(engine, {
    ...{ SIGN_INS_PER_ADDRESS: '1000000', SMS_A_DAY: '1000000' },
    // A short code, which sends 100 parts a second.
    ...{ SMS_ANNOUNCEMENTS_A_DAY: '1000000', SMS_PARTS_A_SECOND: '100' },
    ...peer.settings,
    ...sink.settings,
  });
  try {
    console.log(`\n${system.name}`);
    await measureAudience(
      system,
      { peer, sink },
      {
        accounts: Number(values.accounts),
        seconds: Number(values.seconds),
        arrivalsSeconds: Number(values.arrivals),
        wanted: (scenario) => scenario.includes(values.only),
      },
    );
  } finally {
    await system.stop();
    await peer.stop();
    await sink.stop();
  }
}
