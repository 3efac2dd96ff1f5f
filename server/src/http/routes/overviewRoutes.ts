import { getEventReport } from '@companion/contract/staff/eventReport';
import { getActivity, getOverview, getServerState } from '@companion/contract/staff/overview';
import { PEOPLE_STAFF } from '@companion/contract/staff/people';
import { getEvent } from '../../event/eventQueries.ts';
import { readToday } from '../../overview/readActivity.ts';
import { readClosedPolls, readEventFigures } from '../../overview/readEventReport.ts';
import { readFailedMessages } from '../../overview/readFailedMessages.ts';
import {
  describeBackup,
  readIncoming,
  readLastHour,
  readPeople,
  readSessions,
  readWaiting,
} from '../../overview/readOverview.ts';
import type { PeopleCounts } from '../../people/keepPeopleCounts.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { MINUTE, SECOND } from '../../platform/time.ts';
import { type Api, handle } from '../handle.ts';
import type { LiveStreams } from '../liveStreams.ts';

/** The event in figures. However many members watch, a node reads each part no more often than this. */
export function overviewRoutes(
  api: Api,
  { streams }: { streams: Pick<LiveStreams, 'count'> },
  counts: PeopleCounts,
): void {
  const { services } = api;
  const { db } = services;
  const people = keepFor(services, 10 * SECOND, (now) => readPeople(services, now));
  const lastHour = keepFor(services, 10 * SECOND, (now) => readLastHour(db, now));
  const current = keepFor(services, 2 * SECOND, async (now) => ({
    eventName: (await getEvent(db)).name,
    ...(await readIncoming(db, now, await lastHour.current())),
    ...(await readWaiting(db, now)),
    ...(await readSessions(db, now)),
  }));

  const activity = keepFor(services, MINUTE, (now) => readToday(services, now));
  const server = keepFor(services, 10 * SECOND, async (now) => ({
    failedMessages: await readFailedMessages(db, now),
    ...(await describeBackup(db, now)),
  }));

  handle(api, getActivity, async () => ({ results: { hours: await activity.current() } }));

  const figures = keepFor(services, 10 * SECOND, (now) => readEventFigures(services, now));

  handle(api, getEventReport, async ({ member }) => {
    const mayReadPeople = PEOPLE_STAFF.some((role) => role === member.role);
    const funnel = mayReadPeople ? await counts.funnel() : null;
    // Not kept: who shows results to the staff sees them in the report at once.
    const polls = await readClosedPolls(db, services.now());
    return { results: { ...(await figures.current()), ...polls, funnel } };
  });

  handle(api, getServerState, async () => ({ results: await server.current() }));

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
