import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readCurrentAnnouncements } from '../announcements/currentAnnouncements.ts';
import { upvoteMarks } from '../audienceQuestions/audienceQuestionQueries.ts';
import { countAudienceQuestions } from '../audienceQuestions/stageBoard.ts';
import { readContentList } from '../content/contentQueries.ts';
import { LiveHub } from '../live/liveHub.ts';
import type { LiveSource } from '../live/liveSource.ts';
import type { Services } from '../platform/services.ts';
import { countAnswers } from '../polls/countAnswers.ts';
import { stageState } from '../polls/pollQueries.ts';
import { readQuestionChanges } from '../polls/readQuestionChanges.ts';
import { readHallCounts } from '../safeguards/safeguardSettings.ts';
import { LiveStreams, type StreamLimits } from './liveStreams.ts';

/** The database, as the domain reads it. A test may put another source in its place. */
export const liveSource: LiveSource = {
  stageState,
  readQuestionChanges,
  readContent: readContentList,
  countAnswers,
  readHallCounts,
  countAudienceQuestions,
  upvoteMarks,
  readCurrentAnnouncements,
};

const DRAIN_CHECK_MS = 250;

/** Starts what keeps the live state, and the streams that send it, until the server closes, and their metrics. */
export function startLive(
  app: FastifyInstance,
  services: Services,
  register: Registry,
  {
    liveSource: source = liveSource,
    streamLimits,
    isDraining,
  }: { liveSource?: LiveSource | undefined; streamLimits?: Partial<StreamLimits> | undefined; isDraining(): boolean },
): { hub: LiveHub; streams: LiveStreams } {
  const hub = new LiveHub(services, source, app.log);
  const streams = new LiveStreams(hub, services.now, streamLimits);
  measure(register, hub, streams);
  const drainCheck = setInterval(() => {
    if (isDraining()) streams.stop(services.config.drainSeconds * 1000);
  }, DRAIN_CHECK_MS).unref();
  app.addHook('onReady', async () => hub.start());
  app.addHook('preClose', async () => {
    clearInterval(drainCheck);
    await streams.close();
  });
  app.addHook('onClose', async () => hub.stop());
  return { hub, streams };
}

/** How many streams are open and why others ended, and whether the node still sees what changes. */
function measure(register: Registry, hub: LiveHub, streams: LiveStreams): void {
  const registers = [register];
  new Gauge({
    name: 'live_streams',
    help: 'Open streams by audience: everyone (phones), stage, staff.',
    labelNames: ['audience'],
    registers,
    collect() {
      for (const audience of ['everyone', 'stage', 'staff'] as const) this.set({ audience }, streams.count(audience));
    },
  });
  new Gauge({
    name: 'live_streams_maybe_invented',
    help: 'Open streams of everyone whose account may be invented: its phone was only entered in a registration.',
    registers,
    collect() {
      this.set(streams.maybeInvented);
    },
  });
  new Gauge({
    name: 'live_changes_age_seconds',
    help: 'How long ago this node last read what has changed; below 1 unless the database does not answer.',
    registers,
    collect() {
      this.set((performance.now() - hub.readAt) / 1000);
    },
  });
  const ended = new Counter({
    name: 'live_streams_ended_total',
    help: 'Streams that ended: left, expired, signed_out, behind (the client did not read), replaced, made_room, stopping.',
    labelNames: ['why'],
    registers,
  });
  streams.on('ended', (why) => ended.inc({ why }));
  const refused = new Counter({
    name: 'live_streams_refused_total',
    help: 'Streams refused with a 503: node (it is full), owner (has enough), stopping.',
    labelNames: ['why'],
    registers,
  });
  streams.on('refused', (why) => refused.inc({ why }));
}
