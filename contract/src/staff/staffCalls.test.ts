import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type Call, message, staffFailure } from '../defineCall.ts';
import { readTolerantly } from '../tolerant.ts';
import { getAudienceQuestionQueue, queuedAudienceQuestion } from './audienceQuestionQueue.ts';
import { getPollResults, getPolls, poll, pollFigures } from './polls.ts';
import { getProgramme } from './programme.ts';
import { staffCalls } from './staffCalls.ts';
import { getMembers } from './staffMembers.ts';
import { getStaffMe, staffMember } from './staffSession.ts';
import { getStage, stage } from './stage.ts';

const partsOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** An answer that fits the schema and lacks nothing. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const parts = partsOf(schema);
  switch (parts.type) {
    case 'object':
      return Object.fromEntries(Object.entries(parts.shape).map(([name, field]) => [name, sampleOf(field)]));
    case 'array':
      return [sampleOf(parts.element), sampleOf(parts.element)];
    case 'nullable':
    case 'optional':
      return sampleOf(parts.innerType);
    case 'union':
      return sampleOf(parts.options[0] as z.core.$ZodType); // A union has options.
    case 'literal':
      return parts.values[0];
    case 'enum':
      return Object.values(parts.entries)[0];
    case 'record':
      return { any: 'thing' };
    case 'number':
      return 7;
    case 'boolean':
      return true;
    case 'string':
      return 'text';
    default:
      throw new Error(`No sample of ${parts.type}`);
  }
}

/** Without what is necessary, an answer or its row cannot be shown. */
function isNecessary(name: string, schema: z.core.$ZodType): boolean {
  const parts = partsOf(schema);
  if (parts.type === 'nullable' || parts.type === 'optional') return false;
  if (name === 'results' || name === 'id' || name.endsWith('Id') || parts.type === 'enum') return true;
  return parts.type === 'object' && Object.entries(parts.shape).some(([inner, field]) => isNecessary(inner, field));
}

/** The names that lead to each field of the schema, and whether it is necessary; of rows, those of the first. */
function fieldsOf(schema: z.core.$ZodType): { names: (string | number)[]; necessary: boolean }[] {
  const parts = partsOf(schema);
  if (parts.type === 'nullable' || parts.type === 'optional') return fieldsOf(parts.innerType);
  if (parts.type === 'array') {
    return fieldsOf(parts.element).map(({ names, necessary }) => ({ names: [0, ...names], necessary }));
  }
  if (parts.type !== 'object') return [];
  return Object.entries(parts.shape).flatMap(([name, field]) => [
    { names: [name], necessary: isNecessary(name, field) },
    ...fieldsOf(field).map(({ names, necessary }) => ({ names: [name, ...names], necessary })),
  ]);
}

function without(sample: unknown, names: (string | number)[]): unknown {
  const [name = '', ...more] = names;
  if (Array.isArray(sample)) return sample.map((item, index) => (index === name ? without(item, more) : item));
  const { [name]: field, ...others } = sample as Record<string, unknown>;
  return more.length === 0 ? others : { ...others, [name]: without(field, more) };
}

/** Whether everything of `part` is in `whole`. */
function includes(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) return whole === part;
  return Object.entries(part).every(([name, value]) => includes((whole as Record<string, unknown>)[name], value));
}

/** Those whose answer is more than a message or a file, as the console reads them. */
const READ = Object.entries<Call>(staffCalls)
  .filter(([, { answer }]) => answer !== message && partsOf(answer).type !== 'custom')
  .map(([name, { answer }]) => [name, { answer, read: readTolerantly(answer) }] as const);

describe("an older node's answer to a call of the staff can be read (decision 027)", () => {
  test.each(READ)('%s: only ids and values of a fixed list are required', (_, { answer, read }) => {
    const sample = sampleOf(answer);
    expect(read.parse(sample)).toEqual(sample);

    const found = fieldsOf(answer).map(({ names }) => {
      const damaged = without(sample, names);
      const { success, data } = read.safeParse(damaged);
      return { names, necessary: !(success && includes(data, damaged)) };
    });

    expect(found).toEqual(fieldsOf(answer));
  });

  test('what is missing is empty', () => {
    const member = { id: 'm', role: 'host' };
    const empty = {
      email: '',
      name: '',
      createdAt: '',
      lastSeenAt: null,
      hasSecondFactor: false,
      stageScreens: 0,
      summaryLinks: [],
    };
    expect(readTolerantly(getMembers.answer).parse({ results: { members: [member] } })).toEqual({
      results: { members: [{ ...empty, summaryLinks: [], ...member }], total: 0 },
    });
  });
});

test('an entry of the programme keeps its fields, which its schema does not name', () => {
  const { results } = sampleOf(getProgramme.answer) as { results: { programme: object } };
  const session = { id: 'opening', title: 'Opening', speakers: ['ada'] };
  const written = { ...results, programme: { ...results.programme, agenda: [{ ...session, room: 7 }] } };
  const read = readTolerantly(getProgramme.answer).parse({ results: written });
  expect(read.results.programme.agenda).toEqual([session]);
});

describe('unknown values of a newer node do not hide known ones (decision 027)', () => {
  const shownPoll = sampleOf(poll) as object;

  test('unknown fields are ignored', () => {
    const member = sampleOf(staffMember) as object;
    expect(readTolerantly(getStaffMe.answer).parse({ results: { ...member, badge: 'gold' }, more: 1 })).toEqual({
      results: member,
    });
  });

  test('a row with an unknown value is left out', () => {
    const unknown = [
      { ...shownPoll, state: 'paused' },
      { ...shownPoll, shownTo: 'sponsors' },
      { ...shownPoll, questionTypes: 'ranking' },
    ];
    expect(
      readTolerantly(getPolls.answer).parse({
        results: [...unknown, shownPoll, null, 7, { ...shownPoll, id: undefined }],
      }),
    ).toEqual({
      results: [shownPoll],
    });
    const question = sampleOf(queuedAudienceQuestion) as object;
    expect(
      readTolerantly(getAudienceQuestionQueue.answer).parse({
        results: { audienceQuestions: [{ ...question, state: 'merged' }, question], total: 2 },
      }),
    ).toEqual({ results: { audienceQuestions: [question], total: 2 } });
  });

  test('a stage with a poll of an unknown type shows no poll', () => {
    const shown = sampleOf(stage) as { poll: object };
    const unknown = { ...shown, poll: { ...shown.poll, questionTypes: 'ranking' } };
    expect(readTolerantly(getStage.answer).parse({ results: unknown })).toEqual({ results: { ...shown, poll: null } });
  });

  test('counts keep their places: an unreadable one makes the answer unreadable', () => {
    const figures = sampleOf(pollFigures) as { total: object };
    const damaged = { ...figures, total: { ...figures.total, counts: [1, 'two', 3] } };
    expect(readTolerantly(getPollResults.answer).safeParse({ results: damaged }).success).toBe(false);
  });

  test('a failure with an unknown code is read without it', () => {
    const failure = { message: 'No.', traceId: 't' };
    expect(readTolerantly(staffFailure).parse({ ...failure, code: 'quota' })).toEqual(failure);
    expect(readTolerantly(staffFailure).parse({ ...failure, code: 'role' })).toEqual({ ...failure, code: 'role' });
  });
});

test('a body that is not an answer to a call of the staff is rejected', () => {
  const accepted = READ.flatMap(([name, { answer, read }]) => {
    const isRead = fieldsOf(answer).some(({ names }) => names[0] === 'results');
    const bodies = [null, 7, 'ok', [], ...(isRead ? [{}, { results: 'none' }, { results: null }] : [])];
    return bodies.filter((body) => read.safeParse(body).success).map((body) => `${name}: ${JSON.stringify(body)}`);
  });
  expect(accepted).toEqual([]);
});
