import { calls } from '@companion/contract/calls';
import { type Call, failure } from '@companion/contract/defineCall';
import { type StaffCall, staffFailure } from '@companion/contract/staff/defineStaffCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import { z } from 'zod/mini';

/** The OpenAPI 3.1 document of the attendees' calls, made from the contract that also checks them. */
export const openApi = documentOf({
  title: 'Summit companion',
  description: 'The back-office API behind the summit companion.',
  operations: () =>
    Object.entries<Call>(calls).map(([name, call]) => [`/api${call.path}`, call.method, operation(name, call)]),
  security: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
});

/** The document of the console's calls. */
export const staffOpenApi = documentOf({
  title: 'Summit companion: staff',
  description: 'The calls of the organizer console, for members of the staff and their stageScreens.',
  operations: () =>
    Object.entries<StaffCall>(staffCalls).map(([name, call]) => [
      `/api/staff${call.path}`,
      call.method,
      staffOperation(name, call),
    ]),
  security: {
    member: { type: 'apiKey', in: 'cookie', name: '__Host-staff' },
    stageScreen: { type: 'apiKey', in: 'cookie', name: '__Host-stage' },
  },
});

type Paths = Record<string, Record<string, unknown>>;

function documentOf({
  title,
  description,
  operations,
  security,
}: {
  title: string;
  description: string;
  operations(): [path: string, method: string, operation: object][];
  security: Record<string, object>;
}) {
  let paths: Paths | undefined;
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    // Made when it is first read, because it takes long and few ever read it.
    get paths() {
      paths ??= pathsOf(operations());
      return paths;
    },
    components: { securitySchemes: security },
  };
}

function pathsOf(operations: [path: string, method: string, operation: object][]): Paths {
  const paths: Paths = {};
  for (const [path, method, operation] of operations) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

function operation(name: string, call: Call) {
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } };
  return {
    operationId: name,
    summary: call.summary,
    security: call.auth === 'account' ? [{ bearer: [] }] : [],
    parameters: call.idempotent ? [...pathParameters(call), key] : pathParameters(call),
    ...(call.method === 'GET' ? {} : { requestBody: { required: true, content: json(call.body, 'input') } }),
    responses: responses(call, failure),
  };
}

function staffOperation(name: string, call: StaffCall) {
  const { allow } = call;
  const members = allow === 'everyone' ? [] : allow.filter((caller) => caller !== 'stageScreen');
  const who = allow === 'everyone' ? 'Everyone may make this call.' : `For ${allow.join(', ')}.`;
  const { properties = {}, required = [] } = toJsonSchema(call.query, 'input');
  const query = Object.entries(properties).map(([parameter, schema]) => {
    return { name: parameter, in: 'query', required: required.includes(parameter), schema };
  });
  const hasBody = Object.keys(toJsonSchema(call.body, 'input').properties ?? {}).length > 0;
  return {
    operationId: name,
    summary: call.summary,
    description: call.stepUp ? `${who} Needs the password, or a passkey, of the last ten minutes.` : who,
    security: [
      ...(members.length > 0 ? [{ member: [] }] : []),
      ...(allow !== 'everyone' && allow.includes('stageScreen') ? [{ stageScreen: [] }] : []),
    ],
    parameters: [...pathParameters(call), ...query],
    ...(hasBody ? { requestBody: { required: true, content: json(call.body, 'input') } } : {}),
    responses: responses(call, staffFailure),
  };
}

const pathParameters = ({ path }: { path: string }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const responses = ({ status, answer }: { status: number; answer: z.ZodMiniType }, failed: z.ZodMiniType) => ({
  [status]: { description: 'Success', content: json(answer, 'output') },
  default: { description: 'Failure', content: json(failed, 'output') },
});

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: toJsonSchema(schema, io) },
});

const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });
