import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveHub } from '../live/liveHub.ts';
import type { LiveStreams } from './liveStreams.ts';

export interface LiveGauges {
  hub: LiveHub;
  streams: LiveStreams;
}

/** How many streams are open and why others ended, and whether the node still sees what changes. */
export function liveMetrics(register: Registry, { hub, streams }: LiveGauges): void {
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
    name: 'live_changes_age_seconds',
    help: 'How long ago this node last read what has changed; below 1 unless the database does not answer.',
    registers,
    collect() {
      this.set((performance.now() - hub.readAt) / 1000);
    },
  });
  const ended = new Counter({
    name: 'live_streams_ended_total',
    help: 'Streams that ended: left, expired, signed_out, behind (the client did not read), replaced, stopping.',
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
