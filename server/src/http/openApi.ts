import { calls } from '@companion/contract/calls';
import { type Call, failure } from '@companion/contract/defineCall';
import { z } from 'zod/mini';

/** The OpenAPI 3.1 document of every call, made from the contract that also checks them. */
export function openApi(title: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries<Call>(calls)) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: 'The back-office API behind the summit companion.' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

function operation(name: string, call: Call) {
  const parameters = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } };
  return {
    operationId: name,
    summary: call.summary,
    security: call.auth === 'account' ? [{ bearer: [] }] : [],
    parameters: call.idempotent ? [...parameters, key] : parameters,
    ...(call.method === 'GET' ? {} : { requestBody: { required: true, content: json(call.body, 'input') } }),
    responses: {
      [call.status]: { description: 'Success', content: json(call.answer, 'output') },
      default: { description: 'Failure', content: json(failure, 'output') },
    },
  };
}

function json(schema: z.ZodMiniType, io: 'input' | 'output') {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}
