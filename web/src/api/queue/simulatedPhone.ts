import { AsyncLocalStorage } from 'node:async_hooks';
import type { Credentials } from '@companion/contract/session';
import { configureStore } from '@reduxjs/toolkit';
import { type PendingWrite, unreplaced } from '../../device/pendingWrite.ts';
import { setOnline } from '../../session/networkSlice.ts';
import { sessionReducers } from '../../session/sessionReducers.ts';
import { fromCredentials } from '../../session/sessionSlice.ts';
import { writeMade } from '../../session/writesSlice.ts';
import '../accountApi.ts';
import '../answerApi.ts';
import { api } from '../api.ts';
import '../audienceQuestionApi.ts';
import '../contentApi.ts';
import '../feedbackApi.ts';
import '../itemFeedbackApi.ts';
import '../profileApi.ts';
import { performWrite } from './performWrite.ts';
import { queuedCalls } from './queuedCalls.ts';
import '../questionApi.ts';
import type { TabMessage } from './senderDependencies.ts';
import { createWriteSender, type WriteSender } from './writeSender.ts';

/** The phone that makes a request: for tests, in which all phones live in one process. */
export const requesting = new AsyncLocalStorage<SimulatedPhone>();

type TestNetwork = 'good' | 'none' | 'losesAnswers' | 'unavailable';

export type Device = typeof import('../../device/deviceStore.ts');

/** A browser of its own: its database survives its tabs. */
export class SimulatedPhone {
  network: TestNetwork = 'good';
  tabs: Tab[] = [];
  /** Set while a tab is to be killed during its next request. */
  hanging: { reached: () => void; isDelivered: boolean } | undefined;
  #waiting: { tab: Tab; run: () => Promise<void> }[] = [];
  #holder: Tab | undefined;

  /** It survives the tabs, as the database does. */
  readonly journal = new Map<string, PendingWrite>();
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
    const tab = new Tab(this);
    this.tabs.push(tab);
    void tab.sender.recover();
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
  readonly #phone: SimulatedPhone;

  constructor(phone: SimulatedPhone) {
    this.#phone = phone;
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
      journal: {
        read: (accountId) => [...phone.journal.values()].filter((write) => write.accountId === accountId),
        drop: (key) => void phone.journal.delete(key),
      },
      lock: (work) => phone.lock(this, work),
      perform: alive((write, isKept) => requesting.run(phone, () => performWrite(write, store, { isKept }))),
      onStored: async (write) => void phone.acknowledged.push(write),
      postToTabs: (message: TabMessage) => {
        for (const other of phone.tabs) if (other !== this) void other.sender.receive(message);
      },
      notify: () => {},
      // Time does not pass by itself: a step of the sequence tries again.
      schedule: () => () => {},
    });
  }

  /** What happens at once when a form is sent. */
  make(call: string, argument: Record<string, unknown>): PendingWrite {
    const queued = queuedCalls.get(call);
    const key = `${call} ${made++}`;
    const intent = queued?.intent(argument) ?? '';
    const write: PendingWrite = {
      ...{ accountId: this.#phone.session.profile.id, call, argument, idempotencyKey: key, label: '' },
      ...{ replaces: queued?.isRepeatable ? unreplaced(intent, key) : intent, madeAt: 0, state: 'waiting' },
    };
    this.#phone.journal.set(key, write);
    this.store.dispatch(writeMade({ ...write, isAttended: true }));
    return write;
  }

  write(call: string, argument: Record<string, unknown>) {
    const write = this.make(call, argument);
    return { write, answered: this.sender.deliver(write) };
  }
}
let made = 0;
