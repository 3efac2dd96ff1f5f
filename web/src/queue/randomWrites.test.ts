import 'fake-indexeddb/auto';
import type { Credentials, Profile } from '@companion/contract/session';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { requesting, SimulatedPhone, type SimulatedTab } from '@companion/testkit/simulatedPhone';
import { startTestServer, type TestServer } from '@companion/testkit/testServer';
import { configureStore } from '@reduxjs/toolkit';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PendingWrite, unreplaced } from '../device/pendingWrite.ts';
import { setOnline } from '../session/networkSlice.ts';
import { sessionReducers } from '../session/sessionReducers.ts';
import { fromCredentials } from '../session/sessionSlice.ts';
import { writeMade } from '../session/writesSlice.ts';
import type { WriteResult } from './queuedCall.ts';
import type { QueueRunner } from './queueRunner.ts';

/** More of them find rarer faults: `RANDOM_SEQUENCES=2000`. */
const SEQUENCES = Number(process.env.RANDOM_SEQUENCES ?? 200);
const GROUP = 200;
const STEPS = 16;
/** Each has an account of its own. */
const AT_ONCE = 20;

let server: TestServer;
let app: Awaited<ReturnType<typeof loadApp>>;
let scene: Scene;

beforeAll(async () => {
  server = await startTestServer();
  vi.stubEnv('VITE_API_HOST', server.url);
  vi.resetModules();
  app = await loadApp();
  scene = { questions: await questionsOf(), shownAudienceQuestions: await showAudienceQuestions() };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  // Other tests in this process import the same modules, which have read the server's address.
  vi.resetModules();
  await server.stop();
});

/** Each group is a test with a time of its own. */
const GROUPS = Array.from({ length: Math.ceil(SEQUENCES / GROUP) }, (_, index) => index * GROUP + 1);

for (const first of GROUPS) {
  const last = Math.min(first + GROUP - 1, SEQUENCES);
  test(`queue: random sequences ${first} to ${last} on two phones lose nothing and store nothing twice`, async () => {
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
      const phone = requesting.getStore();
      return phone ? phone.send(() => real(...request)) : real(...request);
    });
    const devices = [await openDevice(), await openDevice()];
    const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    while (seeds.length > 0) {
      // One address may not register as many accounts as there are sequences.
      await server.services.db.deleteFrom('rate_limits').execute();
      await Promise.all(
        seeds.splice(0, AT_ONCE).map((seed) =>
          runSequence(seed, devices, scene).catch((error: unknown) => {
            throw new Error(`sequence ${seed}`, { cause: error });
          }),
        ),
      );
    }
  });
}

/** The app's part below the screens. It reads the server's address as it loads. */
async function loadApp() {
  const [{ api }, { createQueueRunner }, { queuedCalls }, { performWrite }] = await Promise.all([
    import('../api/api.ts'),
    import('./queueRunner.ts'),
    import('./queuedCall.ts'),
    import('./tabQueue.ts'),
    import('./queuedEndpoints.ts'),
    import('../api/readApi.ts'),
  ]);
  return { api, createQueueRunner, queuedCalls, performWrite };
}

type Device = typeof import('../device/keptWritesAndReplies.ts');

/** What the test uses of a tab. */
interface TabApp {
  queue: QueueRunner;
  make: (call: string, argument: Record<string, unknown>) => PendingWrite;
  write: (call: string, argument: Record<string, unknown>) => { write: PendingWrite; answered: Promise<WriteResult> };
}
type Phone = SimulatedPhone<TabApp>;

/** A phone in one person's hand: what it has stored survives its tabs. */
function openPhone(device: Device, session: Credentials, acknowledged: PendingWrite[]): Phone {
  const journal = new Map<string, PendingWrite>();
  return new SimulatedPhone((tab) => startTab(tab, device, session, journal, acknowledged));
}

function startTab(
  tab: SimulatedTab<TabApp>,
  device: Device,
  session: Credentials,
  journal: Map<string, PendingWrite>,
  acknowledged: PendingWrite[],
): TabApp {
  const { api, createQueueRunner, queuedCalls, performWrite } = app;
  const store = configureStore({
    reducer: { ...sessionReducers, [api.reducerPath]: api.reducer },
    preloadedState: { session: fromCredentials(session) },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  // Node does not know whether it is online.
  store.dispatch(setOnline(true));
  const { addWrite, readWrites, removeWrite, replaceWrite } = device;
  const { phone } = tab;
  const queue = createQueueRunner({
    store,
    device: {
      addWrite: tab.whileAlive(addWrite),
      readWrites: tab.whileAlive(readWrites),
      removeWrite: tab.whileAlive(removeWrite),
      replaceWrite: tab.whileAlive(replaceWrite),
    },
    journal: {
      read: (accountId) => [...journal.values()].filter((write) => write.accountId === accountId),
      drop: (key) => void journal.delete(key),
    },
    lock: (work) => phone.lock(tab, work),
    perform: tab.whileAlive((write, isKept) => requesting.run(phone, () => performWrite(write, store, isKept))),
    onStored: (write) => void acknowledged.push(write),
    postToTabs: (message) => {
      for (const other of phone.tabs) if (other !== tab) void other.app.queue.receive(message);
    },
    notify: () => {},
    // Time does not pass by itself: a step of the sequence tries again.
    schedule: () => () => {},
  });
  void queue.open();
  /** What happens at once when a form is sent. */
  const make = (call: string, argument: Record<string, unknown>): PendingWrite => {
    const queued = queuedCalls.get(call);
    const key = `${call} ${made++}`;
    const intent = queued?.intent(argument) ?? '';
    const write: PendingWrite = {
      ...{ accountId: session.profile.id, call, argument, idempotencyKey: key, label: '' },
      ...{ replaces: queued?.isRepeatable ? unreplaced(intent, key) : intent, madeAt: 0, state: 'waiting' },
    };
    journal.set(key, write);
    store.dispatch(writeMade({ ...write, isAttended: true }));
    return write;
  };
  const write = (call: string, argument: Record<string, unknown>) => {
    const waiting = make(call, argument);
    return { write: waiting, answered: queue.deliver(waiting) };
  };
  return { queue, make, write };
}
let made = 0;

/** The app's database on one phone. The module keeps its connection, so each phone has its own copy of the module. */
async function openDevice() {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
  const device = await import('../device/keptWritesAndReplies.ts');
  await device.readWrites('none');
  return device;
}

const questionsOf = () =>
  server.services.db.selectFrom('questions').select(['id', 'campaign_id']).where('type', '=', 'yes-no').execute();

/** Two questions from the hall that everyone sees. */
async function showAudienceQuestions(): Promise<string[]> {
  const { profile } = await server.register();
  const ids = ['first question', 'second question'];
  await server.services.db
    .insertInto('audience_questions')
    .values(
      ids.map((id) => ({
        ...{ id, account_id: profile.id, content_id: 'keynote-day-1', text: id, state: 'shown' as const },
        ...{ created_at: 0, updated_at: 0 },
      })),
    )
    .execute();
  return ids;
}

interface Scene {
  questions: { id: string; campaign_id: string }[];
  shownAudienceQuestions: string[];
}

async function runSequence(
  seed: number,
  devices: Device[],
  { questions, shownAudienceQuestions }: Scene,
): Promise<void> {
  const random = repeatableRandom(seed);
  // No list that it picks from is empty.
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(random('pick') * from.length)] as Item;
  const session = await server.register();
  const { id } = session.profile;
  // Those who are not confirmed may not ask as much.
  await server.services.db.updateTable('accounts').set({ confirmed_at: 1 }).where('id', '=', id).execute();
  const acknowledged: PendingWrite[] = [];
  const both = devices.map((device) => openPhone(device, session, acknowledged));
  const writes: { write: PendingWrite; phone: Phone }[] = [];
  /** Those that their form has shown as refused, or as replaced by a later one. */
  const ended = new Set<PendingWrite>();
  const somewhere = () => ({ campaignId: 'agenda', contentId: pick(['keynote-day-1', 'panel-set-asides']) });
  const question = () => {
    const { id: questionId, campaign_id: campaignId } = pick(questions);
    return { campaignId, questionId, answers: [pick(['yes', 'no'])], comment: '' };
  };
  /** The last note of each session. A phone may know it, or not. */
  const noted = new Map<string, string>();
  const noteSomewhere = () => {
    const at = somewhere();
    const before = pick([[], [noted.get(at.contentId) ?? '']]);
    const note = pick([`Note ${random('text')}.`, `Note ${random('text')}.`, '']);
    noted.set(at.contentId, note);
    return { ...at, note, before };
  };
  const intents = [
    () => ['createVote', { ...somewhere(), vote: pick(['up', 'down']) }] as const,
    () => ['saveSession', { ...somewhere(), saved: pick([true, false]) }] as const,
    () => ['saveOwnNote', noteSomewhere()] as const,
    () => ['createComment', { ...somewhere(), comment: `Comment ${random('text')}` }] as const,
    () => ['answerQuestion', question()] as const,
    () => ['sendFeedback', { message: `Feedback ${random('text')}` }] as const,
    () => ['createAudienceQuestion', { contentId: somewhere().contentId, text: `Question ${random('text')}` }] as const,
    () =>
      [
        'upvoteAudienceQuestion',
        { audienceQuestionId: pick(shownAudienceQuestions), upvoted: pick([true, false]) },
      ] as const,
    () => ['updateAccount', { id, [pick(['firstName', 'lastName'])]: `Name ${random('text')}` }] as const,
  ];
  const write = (phone: Phone) => {
    const [call, argument] = pick(intents)();
    const made = pick(phone.tabs).app.write(call, argument);
    writes.push({ write: made.write, phone });
    const answered = made.answered.then(({ data, error }) => {
      if (error || Object(data).isOvertaken) ended.add(made.write);
    });
    return answered;
  };
  const steps: ((phone: Phone) => unknown)[] = [
    ...Array.from({ length: 6 }, () => write),
    (phone) => {
      phone.network = pick(['good', 'none', 'losesAnswers', 'unavailable'] as const);
    },
    (phone) => pick(phone.tabs).app.queue.sendAll(),
    (phone) => phone.open(),
    // A page that is left before the device has stored what was made on it.
    (phone) => {
      const tab = pick(phone.tabs);
      const [call, argument] = pick(intents)();
      writes.push({ write: tab.app.make(call, argument), phone });
      phone.kill(tab);
    },
    // A reload, an update of the app, or a tab that the system ends.
    (phone) => phone.kill(pick(phone.tabs)),
    async (phone) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      phone.hanging = { reached: resolve, isDelivered: pick([true, false]) };
      const [tab] = phone.tabs;
      void tab?.app.queue.sendAll();
      void write(phone);
      await promise;
      for (const open of phone.tabs) phone.kill(open);
    },
  ];
  for (let step = 0; step < STEPS; step += 1) await pick(steps)(pick(both));
  for (const phone of both) {
    phone.network = 'good';
    phone.open();
    await phone.tabs[0]?.app.queue.sendAll();
  }

  const left = await Promise.all(devices.map((device) => device.readWrites(id)));
  const rejected = left.flat().map((stored) => stored?.idempotencyKey);
  // Only an answer can be refused, where the other phone or an earlier one was first.
  const states = new Set(left.flat().map((stored) => `${stored?.call} ${stored?.state} ${stored?.reason}`));
  expect([...states]).toEqual(states.size === 0 ? [] : [OVERTAKEN]);
  const sent = new Set(acknowledged.map(({ idempotencyKey }) => idempotencyKey));
  const isReplaced = (older: (typeof writes)[number]) =>
    writes
      .slice(writes.indexOf(older) + 1)
      .some(({ write: { replaces }, phone }) => phone === older.phone && replaces === older.write.replaces);
  const isAccountedFor = ({ idempotencyKey: key }: PendingWrite) => sent.has(key) || rejected.includes(key);
  const lost = writes.filter((made) => !isAccountedFor(made.write) && !ended.has(made.write) && !isReplaced(made));
  expect(lost).toEqual([]);
  expect(await storedBy(id)).toEqual(expectedOf(acknowledged, session.profile));
  // What both phones show when they are opened next.
  const { saved, notes } = await shownIn(session);
  expect(saved).toEqual(expectedOf(acknowledged, session.profile).saved.filter((line) => line.endsWith(' true')));
  expectEveryNote(notes, acknowledged, writes);
}

/** Nobody's text is lost but by a note that was made from it, and none is stored twice. */
function expectEveryNote(
  notes: Map<unknown, string>,
  acknowledged: PendingWrite[],
  made: { write: PendingWrite }[],
): void {
  const changed = new Set<unknown>(made.flatMap(({ write }) => [write.argument.before ?? []].flat()));
  const kept = acknowledged.filter(({ call, argument }) => call === 'saveOwnNote' && !changed.has(argument.note));
  const lost = kept.filter(({ argument }) => !notes.get(argument.contentId)?.includes(String(argument.note)));
  expect(lost.filter(({ argument }) => argument.note !== '')).toEqual([]);
  for (const note of notes.values()) expect(note.split('\n\n')).toEqual([...new Set(note.split('\n\n'))]);
}

const OVERTAKEN = 'answerQuestion rejected Another answer of yours to this question was stored first. That one counts.';

async function shownIn({ access_token: token }: Credentials) {
  const answer = await fetch(`${server.url}/api/public/content`, { headers: { authorization: `Bearer ${token}` } });
  const { results }: { results: { id: string; saved?: boolean; ownNote?: string }[] } = await answer.json();
  return {
    saved: results.flatMap(({ id, saved }) => (saved ? `${id} true` : [])).sort(),
    notes: new Map<unknown, string>(results.flatMap(({ id, ownNote }) => (ownNote ? [[id, ownNote]] : []))),
  };
}

/** What the server has of this account. */
async function storedBy(accountId: string) {
  const { db } = server.services;
  const of = <Row>(rows: Row[], line: (row: Row) => string) => rows.map(line).sort();
  const votes = await db.selectFrom('votes').selectAll().where('account_id', '=', accountId).execute();
  const saved = await db.selectFrom('saved_sessions').selectAll().where('account_id', '=', accountId).execute();
  const comments = await db.selectFrom('comments').selectAll().where('account_id', '=', accountId).execute();
  const answers = await db.selectFrom('answers').selectAll().where('account_id', '=', accountId).execute();
  const feedback = await db.selectFrom('feedback').selectAll().where('account_id', '=', accountId).execute();
  const audienceQuestions = await db
    .selectFrom('audience_questions')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const upvotes = await db
    .selectFrom('audience_question_upvotes')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  return {
    votes: of(votes, (row) => `${row.content_id} ${row.vote}`),
    saved: of(saved, (row) => `${row.content_id} ${row.saved === 1}`),
    comments: of(comments, (row) => `${row.content_id} ${row.comment}`),
    answers: of(answers, (row) => `${row.question_id} ${row.answers}`),
    feedback: of(feedback, (row) => row.message),
    audienceQuestions: of(audienceQuestions, (row) => `${row.content_id} ${row.text}`),
    upvotes: of(upvotes, (row) => row.audience_question_id),
    profile: [account.first_name, account.last_name],
  };
}

/** What it must have: the last acknowledged write of each intent, and every message once. */
function expectedOf(acknowledged: PendingWrite[], profile: Profile) {
  const last = (kind: string, line: (argument: Record<string, unknown>) => string) => {
    const own = acknowledged.filter(({ replaces }) => replaces.startsWith(kind));
    const lines = new Map(own.map(({ replaces, argument }) => [replaces, line(argument)]));
    // Two devices may have given the same answer.
    return [...new Set(lines.values())].sort();
  };
  const edited = Object.assign({ ...profile }, ...acknowledged.filter(isEdit).map(({ argument }) => argument));
  return {
    votes: last('vote', ({ contentId, vote }) => `${contentId} ${vote}`),
    saved: last('saved', ({ contentId, saved }) => `${contentId} ${saved}`),
    comments: last('comment', ({ contentId, comment }) => `${contentId} ${comment}`),
    answers: last('answer', ({ questionId, answers }) => `${questionId} ${JSON.stringify(answers)}`),
    feedback: last('feedback', ({ message }) => String(message)),
    audienceQuestions: last('audienceQuestion:', ({ contentId, text }) => `${contentId} ${text}`),
    upvotes: last('upvote', ({ audienceQuestionId, upvoted }) => (upvoted ? String(audienceQuestionId) : '')).filter(
      Boolean,
    ),
    profile: [edited.firstName, edited.lastName],
  };
}

const isEdit = ({ call }: PendingWrite) => call === 'updateAccount';
