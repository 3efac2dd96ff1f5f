import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@companion/contract/calls';
import { type Call, type Caller, failure, noFields, staffFailure } from '@companion/contract/defineCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';

/** The OpenAPI 3.1 document of the attendees' calls, made from the contract that also checks them. */
export const openApi = documentOf(calls, {
  title: 'Summit companion',
  description: 'The back-office API behind the summit companion.',
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  failed: failure,
});

/** The document of the console's calls. */
export const staffOpenApi = documentOf(staffCalls, {
  title: 'Summit companion: staff',
  description: 'The calls of the organizer console, for members of the staff and their stage screens.',
  securitySchemes: {
    member: { type: 'apiKey', in: 'cookie', name: '__Host-staff' },
    stageScreen: { type: 'apiKey', in: 'cookie', name: '__Host-stage' },
  },
  failed: staffFailure,
});

/** The page's own files, and the content types of those with text. */
const PAGE_FILES = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
const TEXT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** `GET /api/openapi.json`, the same of the staff's calls, and a page that shows the first at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get('/api/openapi.json', async () => openApi);
  app.get('/api/staff/openapi.json', async () => staffOpenApi);
  await app.register(swagger, {
    mode: 'static',
    // The plugin types its documents more narrowly than the JSON Schema that zod makes.
    specification: { document: openApi as never },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  // The plugin would stream 2.5 MB uncompressed; tagAndCompress compresses answers that are sent as a whole.
  for (const name of await readdir(PAGE_FILES)) {
    const type = TEXT_TYPES[extname(name)];
    if (!type) continue;
    app.get(`/api/docs/static/${name}`, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .send(await readFile(join(PAGE_FILES, name))),
    );
  }
}

interface About {
  title: string;
  description: string;
  securitySchemes: Record<string, object>;
  /** The body of a failure. */
  failed: z.ZodMiniType;
}

type Paths = Record<string, Record<string, unknown>>;

function documentOf(documented: Record<string, Call>, { title, description, securitySchemes, failed }: About) {
  let paths: Paths | undefined;
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    // Made when it is first read, because it takes long and few ever read it.
    get paths() {
      paths ??= pathsOf(documented, failed);
      return paths;
    },
    components: { securitySchemes },
  };
}

function pathsOf(documented: Record<string, Call>, failed: z.ZodMiniType): Paths {
  const paths: Paths = {};
  for (const [name, call] of Object.entries(documented)) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, failed) };
  }
  return paths;
}

function operation(name: string, call: Call, failed: z.ZodMiniType) {
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  return {
    operationId: name,
    summary: call.summary,
    description: whoMayCall(call),
    security: securityOf(call.caller),
    parameters: [...pathParameters(call), ...queryParameters(call), ...(call.idempotent ? [IDEMPOTENCY_KEY] : [])],
    ...(hasBody && { requestBody: { required: call.body !== noFields, content: json(call.body, 'input') } }),
    responses: {
      [call.status]: { description: 'Success', content: json(call.answer, 'output') },
      default: { description: 'Failure', content: json(failed, 'output') },
    },
  };
}

function whoMayCall({ caller, stepUp }: Call): string {
  if (caller === 'account') return 'For attendees.';
  if (caller === 'public') return 'Everyone may make this call.';
  if (caller === 'consolePage') return "Everyone may make this call, from the console's own pages.";
  return `For ${caller.join(', ')}.${STEP_UP[`${stepUp}`]}`;
}

/** What each call that needs it expects of the last ten minutes. */
const STEP_UP: Record<`${Call['stepUp']}`, string> = {
  false: '',
  true: ' Needs the password, or a passkey, of the last ten minutes.',
  factor: ' Needs the password, or a passkey, of the last ten minutes, and the second factor of a member who has one.',
  factorOnly: ' Needs the second factor, of a member who has one, of the last ten minutes.',
};

function securityOf(caller: Caller): object[] {
  if (caller === 'account') return [{ bearer: [] }];
  if (typeof caller === 'string') return [];
  return [
    ...(caller.some((one) => one !== 'stageScreen') ? [{ member: [] }] : []),
    ...(caller.includes('stageScreen') ? [{ stageScreen: [] }] : []),
  ];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
};

const pathParameters = ({ path }: Call) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Call) {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema };
  });
}

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: toJsonSchema(schema, io) },
});

const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });
