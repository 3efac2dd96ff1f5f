import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Credentials, Profile } from '@companion/contract/session';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { startTestServer, type TestServer } from '@companion/testkit/testServer';
import { configureStore } from '@reduxjs/toolkit';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PendingWrite } from '../../device/pendingWrite.ts';
import { setOnline } from '../../session/networkSlice.ts';
import type { TabMessage, WriteSender } from './writeSender.ts';

const SEQUENCES = 200;
const STEPS = 16;

let server: TestServer;
let app: Awaited<ReturnType<typeof loadApp>>;
/** The phone that makes the request: all phones live in this process. */
const requesting = new AsyncLocalStorage<Phone>();

beforeAll(async () => {
  server = await startTestServer();
  vi.stubEnv('VITE_API_HOST', server.url);
  vi.resetModules();
  app = await loadApp();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

async function loadApp() {
  const [sender, perform, calls, { api }, { sessionReducers }, { fromCredentials }, { writeMade }] = await Promise.all([
    import('./writeSender.ts'),
    import('./performWrite.ts'),
    import('./queuedCalls.ts'),
    import('../api.ts'),
    import('../../session/sessionReducers.ts'),
    import('../../session/sessionSlice.ts'),
    import('../../session/writesSlice.ts'),
  ]);
  await Promise.all([
    import('../accountApi.ts'),
    import('../contentApi.ts'),
    import('../feedbackApi.ts'),
    import('../questionApi.ts'),
  ]);
  return { ...sender, ...perform, ...calls, api, sessionReducers, fromCredentials, writeMade };
}

type Network = 'good' | 'none' | 'losesAnswers' | 'unavailable';

type Device = typeof import('../../device/deviceStore.ts');

/** A browser of its own: its database survives its tabs. */
class Phone {
  network: Network = 'good';
  tabs: Tab[] = [];
  /** Set while a tab is to be killed during its next request. */
  hanging: { reached: () => void; isDelivered: boolean } | undefined;
  #waiting: { tab: Tab; run: () => Promise<void> }[] = [];
  #holder: Tab | undefined;

  readonly device: Device;
  readonly session: Credentials;
  readonly acknowledged: PendingWrite[];

  constructor(device: Device, session: Credentials, acknowledged: PendingWrite[]) {
    this.device = device;
    this.session = session;
    this.acknowledged = acknowledged;
    this.open();
  }

  open(): void {
    this.tabs.push(new Tab(this));
  }

  kill(tab: Tab): void {
    tab.isKilled = true;
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    if (this.#holder === tab) this.#release();
    if (this.tabs.length === 0) this.open();
  }

  /** A Web Lock: a killed tab loses it. */
  lock(tab: Tab, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tab, run: () => work().then(resolve, reject) });
      if (!this.#holder) this.#release();
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.tab;
    void next?.run().then(() => this.#holder === next.tab && this.#release());
  }

  async send(reach: () => Promise<Response>): Promise<Response> {
    const { hanging } = this;
    if (hanging) {
      this.hanging = undefined;
      if (hanging.isDelivered) await reach();
      hanging.reached();
      return never();
    }
    if (this.network === 'none') throw new TypeError('no network');
    if (this.network === 'unavailable') return Response.json({ message: 'Busy', traceId: '1' }, { status: 503 });
    const answer = await reach();
    if (this.network === 'losesAnswers') throw new TypeError('the answer was lost');
    return answer;
  }
}

const never = () => new Promise<never>(() => {});

class Tab {
  isKilled = false;
  readonly sender: WriteSender;
  readonly store;
  readonly #phone: Phone;

  constructor(phone: Phone) {
    this.#phone = phone;
    const { api, sessionReducers, fromCredentials, createWriteSender, performWrite } = app;
    const store = configureStore({
      reducer: { ...sessionReducers, [api.reducerPath]: api.reducer },
      preloadedState: { session: fromCredentials(phone.session) },
      middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
    });
    // Node does not know whether it is online.
    store.dispatch(setOnline(true));
    /** Nothing happens in a killed tab any more. */
    const alive =
      <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (this.isKilled) return never();
        const result = await run(...args);
        return this.isKilled ? never() : result;
      };
    const { addWrite, readWrites, removeWrite, replaceWrite } = phone.device;
    this.store = store;
    this.sender = createWriteSender({
      store,
      device: {
        addWrite: alive(addWrite),
        readWrites: alive(readWrites),
        removeWrite: alive(removeWrite),
        replaceWrite: alive(replaceWrite),
      },
      lock: (work) => phone.lock(this, work),
      perform: alive((write) => requesting.run(phone, () => performWrite(write, store))),
      onStored: async (write) => void phone.acknowledged.push(write),
      tellTabs: (message: TabMessage) => {
        for (const other of phone.tabs) if (other !== this) void other.sender.hear(message);
      },
      notify: () => {},
      // Time does not pass by itself: a step of the sequence tries again.
      schedule: () => () => {},
    });
  }

  write(call: string, argument: Record<string, unknown>) {
    const queued = app.queuedCalls.get(call);
    const key = `${call} ${made++}`;
    const intent = queued?.intent(argument) ?? '';
    const write: PendingWrite = {
      ...{ accountId: this.#phone.session.profile.id, call, argument, idempotencyKey: key, label: '' },
      ...{ replaces: queued?.isRepeatable ? `${intent}#${key}` : intent, madeAt: 0, state: 'waiting' },
    };
    this.store.dispatch(app.writeMade({ ...write, isAttended: true }));
    return { write, answered: this.sender.deliver(write) };
  }
}
let made = 0;

test(`queue: ${SEQUENCES} random sequences on two phones lose nothing and store nothing twice`, async () => {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    const phone = requesting.getStore();
    return phone ? phone.send(() => real(...request)) : real(...request);
  });
  const devices = [await openDevice(), await openDevice()];
  const questions = await questionsOf();
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    await runSequence(seed, devices, questions).catch((error: unknown) => {
      throw new Error(`sequence ${seed}`, { cause: error });
    });
  }
});

/** The app's database on one phone. The module keeps its connection, so each phone has its own copy of the module. */
async function openDevice() {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
  const device = await import('../../device/deviceStore.ts');
  await device.readWrites('nobody');
  return device;
}

const questionsOf = () =>
  server.services.db.selectFrom('questions').select(['id', 'campaign_id']).where('type', '=', 'yes-no').execute();

async function runSequence(
  seed: number,
  devices: Device[],
  questions: { id: string; campaign_id: string }[],
): Promise<void> {
  const random = repeatableRandom(seed);
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(random('pick') * from.length)] as Item;
  const session = await server.register();
  const { id } = session.profile;
  const acknowledged: PendingWrite[] = [];
  const both = devices.map((device) => new Phone(device, session, acknowledged));
  const writes: { write: PendingWrite; phone: Phone }[] = [];
  /** Those that their form has shown as refused, or as replaced by a later one. */
  const ended = new Set<PendingWrite>();
  const somewhere = () => ({ campaignId: 'agenda', contentId: pick(['keynote-day-1', 'panel-set-asides']) });
  const question = () => {
    const { id: questionId, campaign_id: campaignId } = pick(questions);
    return { campaignId, questionId, answers: [pick(['yes', 'no'])], comment: '' };
  };
  const intents = [
    () => ['createVote', { ...somewhere(), vote: pick(['up', 'down']) }] as const,
    () => ['createComment', { ...somewhere(), comment: `Comment ${random('text')}` }] as const,
    () => ['answerQuestion', question()] as const,
    () => ['sendFeedback', { message: `Feedback ${random('text')}` }] as const,
    () => ['updateAccount', { id, [pick(['firstName', 'lastName'])]: `Name ${random('text')}` }] as const,
  ];
  const write = (phone: Phone) => {
    const [call, argument] = pick(intents)();
    const made = pick(phone.tabs).write(call, argument);
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
    (phone) => pick(phone.tabs).sender.sendAll(),
    (phone) => phone.open(),
    // A reload, an update of the app, or a tab that the system ends.
    (phone) => phone.kill(pick(phone.tabs)),
    async (phone) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      phone.hanging = { reached: resolve, isDelivered: pick([true, false]) };
      const [tab] = phone.tabs;
      void tab?.sender.sendAll();
      void write(phone);
      await promise;
      for (const open of phone.tabs) phone.kill(open);
    },
  ];
  for (let step = 0; step < STEPS; step += 1) await pick(steps)(pick(both));
  for (const phone of both) {
    phone.network = 'good';
    await phone.tabs[0]?.sender.sendAll();
  }

  const left = await Promise.all(devices.map((device) => device.readWrites(id)));
  const rejected = left.flat().map((stored) => stored?.idempotencyKey);
  // Nobody else has answered, so only an answer can be refused: by one from the other phone.
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
}

const OVERTAKEN = 'answerQuestion rejected Another answer of yours to this question was stored first. That one counts.';

/** What the server has of this account. */
async function storedBy(accountId: string) {
  const { db } = server.services;
  const of = <Row>(rows: Row[], line: (row: Row) => string) => rows.map(line).sort();
  const votes = await db.selectFrom('votes').selectAll().where('account_id', '=', accountId).execute();
  const comments = await db.selectFrom('comments').selectAll().where('account_id', '=', accountId).execute();
  const answers = await db.selectFrom('answers').selectAll().where('account_id', '=', accountId).execute();
  const feedback = await db.selectFrom('feedback').selectAll().where('account_id', '=', accountId).execute();
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  return {
    votes: of(votes, (row) => `${row.content_id} ${row.vote}`),
    comments: of(comments, (row) => `${row.content_id} ${row.comment}`),
    answers: of(answers, (row) => `${row.question_id} ${row.answers}`),
    feedback: of(feedback, (row) => row.message),
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
    comments: last('comment', ({ contentId, comment }) => `${contentId} ${comment}`),
    answers: last('answer', ({ questionId, answers }) => `${questionId} ${JSON.stringify(answers)}`),
    feedback: last('feedback', ({ message }) => String(message)),
    profile: [edited.firstName, edited.lastName],
  };
}

const isEdit = ({ call }: PendingWrite) => call === 'updateAccount';
