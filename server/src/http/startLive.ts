import type { FastifyInstance } from 'fastify';
import { LiveHub } from '../live/liveHub.ts';
import type { LiveSource } from '../live/liveSource.ts';
import type { Services } from '../platform/services.ts';
import { pollSource } from '../polls/pollSource.ts';
import { LiveStreams, type StreamLimits } from './liveStreams.ts';

const DRAIN_CHECK_MS = 250;

/** Starts what keeps the live state, and the streams that send it, until the server closes. */
export function startLive(
  app: FastifyInstance,
  services: Services,
  {
    liveSource = pollSource,
    streamLimits,
    isDraining,
  }: { liveSource?: LiveSource | undefined; streamLimits?: Partial<StreamLimits> | undefined; isDraining(): boolean },
): { hub: LiveHub; streams: LiveStreams } {
  const hub = new LiveHub(services, liveSource, app.log);
  const streams = new LiveStreams(hub, services.now, streamLimits);
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
