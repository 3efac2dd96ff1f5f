import { type CallName, calls } from '@companion/contract/calls';
import type { Call } from '@companion/contract/defineCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>;
}
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  $ref?: string;
}

let t: ServerTest;
let document: { openapi: string; info: object; paths: Record<string, Record<string, Operation>>; components: object };
beforeAll(async () => {
  t = await startServerTest();
  document = JSON.parse(await (await fetch(`${t.url}/api/openapi.json`)).text());
});
afterAll(() => t.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const names = Object.keys(calls) as CallName[];
const operationOf = (name: CallName) => operations().find(({ operation }) => operation.operationId === name)?.operation;

test('openApi: /api/openapi.json is OpenAPI 3.1 with exactly the calls of the contract, by name (decision 033)', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toEqual({ title: 'Summit companion', version: '1', description: expect.any(String) });
  expect(
    operations()
      .map(({ path, method, operation }) => [operation.operationId, `${method.toUpperCase()} ${path}`])
      .sort(),
  ).toEqual(names.map((name) => [name, `${calls[name].method} /api${calls[name].path}`]).sort());
});

test('openApi: /api/staff/openapi.json has exactly the calls of the staff, apart from those of attendees (decision 046)', async () => {
  const staff: typeof document = JSON.parse(await (await fetch(`${t.url}/api/staff/openapi.json`)).text());
  const listed = Object.entries(staff.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security }]) => ({ operationId, path, method, security })),
  );

  const expected = Object.entries<Call>(staffCalls).map(([name, { method, path, caller: callers }]) => ({
    operationId: name,
    path: `/api${path}`,
    method: method.toLowerCase(),
    security: [
      ...(typeof callers === 'object' && callers.some((caller) => caller !== 'stageScreen') ? [{ member: [] }] : []),
      ...(typeof callers === 'object' && callers.includes('stageScreen') ? [{ stageScreen: [] }] : []),
    ],
  }));
  const byName = (calls: { operationId: string }[]) => calls.sort((a, b) => a.operationId.localeCompare(b.operationId));
  expect(byName(listed)).toEqual(byName(expected));
  expect(operations().filter(({ path }) => path.startsWith('/api/staff/'))).toEqual([]);
});

test('openApi: every operation declares the parameters of its path, its security, its success and its failure', () => {
  const faults = operations().flatMap(({ path, operation: { operationId, parameters, security, responses } }) => {
    const call = calls[operationId as CallName];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = parameters
      .filter((parameter) => parameter.in === 'path' && parameter.required)
      .map(({ name }) => name);
    return [
      ...(String(inPath) === String(declared) ? [] : [`${operationId}: parameters ${declared}`]),
      ...(security.length === (call.caller === 'account' ? 1 : 0) ? [] : [`${operationId}: security`]),
      ...(String(Object.keys(responses)) === `${call.status},default` ? [] : [`${operationId}: responses`]),
      ...(parameters.some(({ name }) => name === 'Idempotency-Key') === call.idempotent ? [] : [`${operationId}: key`]),
    ];
  });

  expect(faults).toEqual([]);
});

test('openApi: the schemas are those of the contract, and failures have {message, traceId, errors?}', () => {
  const sent = operationOf('createVote')?.requestBody?.content['application/json']?.schema;
  expect(sent?.required).toEqual(['campaignId', 'contentId', 'vote']);

  const missing = names.filter((name) => calls[name].method !== 'GET' && !operationOf(name)?.requestBody);
  expect(missing).toEqual([]);
  for (const name of names) {
    const failure = operationOf(name)?.responses.default?.content['application/json']?.schema;
    expect(Object.keys(failure?.properties ?? {}), name).toEqual(['message', 'traceId', 'errors']);
    expect(failure?.required).toEqual(['message', 'traceId']);
  }
});

test('openApi: every reference in the document resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);

  expect(references).toEqual([]);
});

test('apiDocs: /api/docs shows the document as a page (decision 033)', async () => {
  const response = await fetch(`${t.url}/api/docs`);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
});

test('apiDocs: the files of the page are compressed, and revalidated with their ETag', async () => {
  const page = await (await fetch(`${t.url}/api/docs`)).text();
  const files = [...page.matchAll(/(?:src|href)="[^"]*?\/static\/([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name);

  expect(files).toContain('swagger-ui-bundle.js');
  for (const file of files.filter((name) => name !== 'swagger-initializer.js')) {
    const address = `${t.url}/api/docs/static/${file}`;
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    expect(response.status, file).toBe(200);
    const isLong = (await response.text()).length > 1024;
    expect(response.headers.get('content-encoding'), file).toBe(isLong ? 'br' : null);
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status, file).toBe(304);
  }
});
