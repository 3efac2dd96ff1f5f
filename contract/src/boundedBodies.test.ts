import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { calls } from './calls.ts';
import type { Call } from './defineCall.ts';
import { staffCalls } from './staff/staffCalls.ts';

const ALL: Record<string, Call> = { ...calls, ...staffCalls };

/** The paths of the lists in a schema that have no maximum. */
function unbounded(schema: z.core.$ZodType, path: string): string[] {
  // Each kind of schema keeps its parts in its definition, for which zod has no common type.
  const def = schema._zod.def as unknown as Definition;
  const inner = [...parts(def)].flatMap(([name, part]) => unbounded(part, `${path}.${name}`));
  const isBounded = def.type !== 'array' || def.checks?.some(({ _zod }) => _zod.def.check === 'max_length');
  return isBounded ? inner : [path, ...inner];
}

interface Definition {
  type: string;
  checks?: z.core.$ZodCheck[];
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  catchall?: z.core.$ZodType;
  in?: z.core.$ZodType;
}

function* parts({ shape, options, ...def }: Definition): Generator<[string, z.core.$ZodType]> {
  yield* Object.entries(shape ?? {});
  for (const [index, option] of (options ?? []).entries()) yield [`or ${index}`, option];
  for (const part of [def.element, def.innerType, def.valueType, def.catchall, def.in]) if (part) yield ['', part];
}

test('calls: every list in a body has a maximum, because checking a long one would hold up the server', () => {
  const found = Object.entries(ALL).flatMap(([name, { body }]) => (body ? unbounded(body, name) : []));
  expect(found).toEqual([]);
  // The walk finds lists.
  expect(unbounded(calls.getContent.answer, 'getContent')).toContain('getContent.results');
});
