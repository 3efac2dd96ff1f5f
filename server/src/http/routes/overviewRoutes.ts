import { getOverview } from '@companion/contract/staff/overview';
import { getEvent } from '../../event/eventQueries.ts';
import { readIncoming, readPeople, readSessions } from '../../overview/readOverview.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { SECOND } from '../../platform/time.ts';
import { type Api, handle } from '../handle.ts';
import type { LiveStreams } from '../liveStreams.ts';

/** The event in figures. However many members watch, a node reads each part no more often than this. */
export function overviewRoutes(api: Api, { streams }: { streams: Pick<LiveStreams, 'count'> }): void {
  const { services } = api;
  const { db } = services;
  const people = keepFor(services, 10 * SECOND, (now) => readPeople(services, now));
  const current = keepFor(services, 2 * SECOND, async (now) => ({
    eventName: (await getEvent(db)).name,
    ...(await readIncoming(db, now)),
    ...(await readSessions(db, now)),
  }));

  handle(api, getOverview, async () => ({
    results: {
      ...(await people.current()),
      ...(await current.current()),
      streams: {
        everyone: streams.count('everyone'),
        stage: streams.count('stage'),
        staff: streams.count('staff'),
      },
    },
  }));
}
