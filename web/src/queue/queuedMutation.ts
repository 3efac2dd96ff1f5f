import type { Answer, ArgumentOf } from '@companion/client/api/endpoints';
import { isTemporary } from '@companion/client/network/callFailure';
import type { CallName } from '@companion/contract/calls';
import type { Call, ClientCall } from '@companion/contract/defineCall';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { Build } from '../api/endpoints.ts';
import { randomKey } from '../api/idempotencyKey.ts';
import { onReachable } from '../api/serverReachability.ts';
import { sessionState } from '../api/sessionState.ts';
import { type PendingWrite, unreplaced } from '../device/pendingWrite.ts';
import { dropJournaled, journalWrite } from '../session/writeJournal.ts';
import { writeDropped, writeMade, writePostponed } from '../session/writesSlice.ts';
import { timeout } from '../time.ts';
import { performWrite, showStored } from './performWrite.ts';
import {
  ANSWER_TIMEOUT_MS,
  type Argument,
  type QueuedCall,
  queuedCalls,
  WAITING,
  type WriteResult,
} from './queuedCall.ts';

/** The code that sends, and that of the device's store, load after the first screen. */
export const loadQueue = () => import('./queueOf.ts');

/** What a form gets from a queued call. */
interface Queued {
  /** The server has not answered: the write waits on this phone, and is sent as soon as the server can be reached. */
  isWaiting?: boolean;
  /** A later write with the same intent exists already. */
  isOvertaken?: boolean;
}

type Options<Arg> = {
  intent: (argument: Arg) => string;
  label?: (argument: Arg, state: unknown) => string;
  chosen?: (argument: Arg, state: unknown) => string | undefined;
  mayWait?: (argument: Arg) => boolean;
  onStored?: (answer: never, argument: Arg, store: Parameters<NonNullable<QueuedCall['onStored']>>[2]) => void;
} & Partial<Pick<QueuedCall, 'isRepeatable' | 'complete' | 'keepalive' | 'invalidates'>>;

const DEFAULTS: Omit<QueuedCall, 'call' | 'intent'> = {
  label: () => '',
  chosen: () => undefined,
  mayWait: () => true,
  isRepeatable: false,
  complete: undefined,
  onStored: undefined,
  keepalive: false,
  invalidates: [],
};

/**
 * The endpoint of a call that writes and may wait for the network (decision 039): the write is stored on the device,
 * then sent. Argument, address and answer come from the contract.
 */
export function queuedMutation<
  C extends ClientCall & Partial<Pick<Call, 'params' | 'body'>>,
  Arg = C extends Pick<Call, 'params' | 'body'> ? ArgumentOf<C> : never,
>(build: Build, name: CallName, call: C, options: Options<NoInfer<Arg>>) {
  // The registry holds calls of every argument type. The form passes an argument of this one, and so does the device,
  // which got it from the form.
  const given = options as unknown as Partial<QueuedCall> & Pick<QueuedCall, 'intent'>;
  queuedCalls.set(name, { ...DEFAULTS, ...given, call });
  return build.mutation<Answer<C> & Queued, Arg>({
    queryFn: async (argument, api) => {
      // As above.
      const result: WriteResult = await makeWrite(name, argument as Argument, api);
      // performWrite has read the answer by the contract's schema.
      return result as typeof result & { data: Answer<C> & Queued };
    },
  });
}

/**
 * Makes a write: shows it, stores it on the device and sends it. Resolves with the server's answer, or without it as
 * soon as the write is known to wait.
 */
async function makeWrite(name: string, argument: Argument, api: BaseQueryApi): Promise<WriteResult> {
  const queued = queuedCalls.get(name);
  const accountId = sessionState(api).session.profile?.id;
  if (!queued) throw new Error(`${name} is not queued`);
  const key = randomKey();
  const intent = queued.intent(argument);
  const write = {
    // Screens with forms need a session; without one it is not sent.
    accountId: accountId ?? '',
    call: name,
    argument,
    idempotencyKey: key,
    replaces: queued.isRepeatable ? unreplaced(intent, key) : intent,
    label: queued.label(argument, api.getState()),
    chosen: queued.chosen(argument, api.getState()),
    madeAt: Date.now(),
    state: 'waiting' as const,
  };
  if (accountId === undefined || !queued.mayWait(argument)) return sendOnce(write, api);
  journalWrite(write);
  api.dispatch(writeMade({ ...write, isAttended: true }));
  try {
    const loading = loadQueue();
    const loaded = await Promise.race([loading, timeout(ANSWER_TIMEOUT_MS)]);
    if (loaded) return await loaded.queueOf(api).deliver(write);
    sendOnceLoaded(loading, api);
    return postpone(write, api);
  } catch {
    // The code that sends could not be loaded.
    return await sendWithoutQueue(write, api);
  } finally {
    // A write that waits is no longer attended, and stays.
    const isAttended = sessionState(api).writes.some((one) => one.idempotencyKey === key && one.isAttended);
    if (isAttended) api.dispatch(writeDropped(key));
  }
}

/** Sends a write that the journal has. Without an answer it stays there, and the code is loaded again later. */
async function sendWithoutQueue(write: PendingWrite, api: BaseQueryApi): Promise<WriteResult> {
  const { idempotencyKey: key } = write;
  const result = await sendOnce(write, api, true);
  if (!result.error || !isTemporary(result.error)) {
    // After the end of a session, its next sign-in sends the write.
    if (!sessionState(api).session.hasEnded) dropJournaled(key);
    return result;
  }
  const stop = onReachable(() => {
    stop();
    sendOnceLoaded(loadQueue(), api);
  });
  return postpone(write, api);
}

function postpone({ idempotencyKey }: PendingWrite, api: BaseQueryApi): WriteResult {
  api.dispatch(writePostponed(idempotencyKey));
  return WAITING;
}

/** Sends what waits. If the code does not load, the next write, or the next start of the app, sends it. */
function sendOnceLoaded(loading: ReturnType<typeof loadQueue>, api: BaseQueryApi): void {
  loading.then(
    ({ queueOf }) => queueOf(api).sendLeft(),
    () => {},
  );
}

async function sendOnce(write: PendingWrite, api: BaseQueryApi, isRepeated = false): Promise<WriteResult> {
  const result = await performWrite(write, api, { isRepeated });
  if (!result.error && sessionState(api).session.profile?.id === write.accountId) showStored(write, result.data, api);
  return result;
}
