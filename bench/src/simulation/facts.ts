/** A number that the model takes from elsewhere. */
interface Fact {
  value: number;
  unit: string;
  what: string;
  source: string;
}

/** Limits of others, as their documentation states them. */
export const FACTS = {
  longCodeSms: {
    value: 1,
    unit: 'SMS/s',
    what: 'SMS from a plain number (long code) in the US',
    source: 'Twilio Help, "What are the limits on outbound calls and SMS messages per-second?"',
  },
  tollFreeSms: {
    value: 3,
    unit: 'SMS/s',
    what: 'SMS from a toll-free number',
    source: 'Twilio Help, "Toll-Free SMS and MMS messaging throughput (MPS)"',
  },
  shortCodeSms: {
    value: 100,
    unit: 'SMS/s',
    what: 'SMS from a US short code, without an agreement on more',
    source: 'Twilio Help, "Rate limits and message queues"; 30 in some countries',
  },
  maxConnections: {
    value: 100,
    unit: 'connections',
    what: 'PostgreSQL `max_connections`, default',
    source: 'PostgreSQL documentation, "Connections and Authentication"',
  },
  reservedConnections: {
    value: 3,
    unit: 'connections',
    what: 'of these for superusers only (`superuser_reserved_connections`)',
    source: 'PostgreSQL documentation, "Connections and Authentication"',
  },
  proxyConnections: {
    value: 32_768,
    unit: 'connections',
    what: 'nginx `worker_connections` for each worker process, two for a stream',
    source: 'docs/operations.md; the default is 512 (nginx documentation, core module)',
  },
} as const satisfies Record<string, Fact>;
