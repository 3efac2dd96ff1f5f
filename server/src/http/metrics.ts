import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../platform/db/openPostgres.ts';
import { sameText } from '../platform/deriveKeys.ts';
import { isStream } from '../platform/loggerOptions.ts';
import type { Services } from '../platform/services.ts';
import { VERSION } from '../platform/version.ts';
import { backupMetrics, limitMetrics, outboxMetrics } from './databaseMetrics.ts';
import { namedCalls, routeOf } from './handle.ts';
import { HttpError } from './httpError.ts';
import { isForKnownHost, isFromThisMachine } from './requestAddress.ts';

/** CPU, memory, event loop and garbage collection. They belong to the process, so tests with several servers share them. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/**
 * `GET /metrics` for Prometheus (docs/operations.md lists them); with METRICS_TOKEN only for its bearer, else only from
 * this machine.
 * @param poolState only PostgreSQL has a pool
 * @returns where other parts of the server add their own
 */
export function metrics(
  app: FastifyInstance,
  services: Services,
  { underWay, poolState }: { underWay(): number; poolState?: (() => PoolState) | undefined },
): Registry {
  const { metricsToken, databaseUrl, appUrl } = services.config;
  const register = new Registry();
  const registers = [register];

  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by call of the API (or route), method and status.',
    labelNames: ['call', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of the request to the last byte of the answer.',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.addHook('onResponse', (request, reply, next) => {
    if (isStream(reply)) return next();
    const call = callOf(request);
    requests.inc({ call, method: request.method, status: reply.statusCode });
    seconds.observe({ call }, reply.elapsedTime / 1000);
    next();
  });

  new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(underWay());
    },
  });
  if (poolState) {
    new Gauge({
      name: 'database_pool',
      help: 'Connections to PostgreSQL (total, idle) and requests that wait for one (waiting).',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(poolState())) this.set({ state }, count);
      },
    });
  }
  outboxMetrics(register, services);
  limitMetrics(register, services);
  backupMetrics(register, services);
  new Gauge({
    name: 'companion_info',
    help: 'Always 1: the version, the Node that runs it and the database that it uses.',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version: VERSION, node: process.version, database: databaseUrl ? 'postgres' : 'sqlite' }, 1);

  app.get('/metrics', async (request, reply) => {
    // Counts of messages reveal whether an address is on record, so the metrics are not public.
    const mayRead = metricsToken
      ? sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
      : isFromThisMachine(request) && isForKnownHost(request, appUrl);
    if (!mayRead) {
      throw new HttpError(401, 'GET /metrics requires the METRICS_TOKEN as a bearer token.', undefined, {
        'www-authenticate': 'Bearer',
      });
    }
    reply.header('cache-control', 'no-store').type(register.contentType);
    return (await Promise.all([ofProcess.metrics(), register.metrics()])).join('\n');
  });
  return register;
}

const CALLS = new Map(namedCalls.map(([name, call]) => [`${call.method} ${routeOf(call)}`, name]));

/** The call's name or the route's pattern. Addresses would make an unlimited number of labels. */
function callOf({ method, routeOptions: { url } }: FastifyRequest): string {
  return CALLS.get(`${method} ${url}`) ?? url ?? 'none';
}
