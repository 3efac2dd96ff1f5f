import type { CallName } from '@companion/contract/calls';
import type { Call, ClientCall } from '@companion/contract/defineCall';
import type { Answer, ArgumentOf, Build } from '../endpoints.ts';
import { makeWrite } from './makeWrite.ts';
import { type Argument, type QueuedCall, queuedCalls, type WriteResult } from './queuedCalls.ts';

/** What a form gets from a queued call. */
export interface Queued {
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
  const given = options as unknown as Options<Argument>;
  const { intent, label = () => '', chosen = () => undefined, mayWait = () => true, onStored, ...rest } = given;
  queuedCalls.set(name, {
    ...{
      call,
      intent,
      label,
      chosen,
      mayWait,
      isRepeatable: false,
      complete: undefined,
      keepalive: false,
      invalidates: [],
    },
    ...rest,
    onStored: onStored as QueuedCall['onStored'],
  });
  return build.mutation<Answer<C> & Queued, Arg>({
    queryFn: async (argument, api) => {
      // As above.
      const result: WriteResult = await makeWrite(name, argument as Argument, api);
      // performWrite has read the answer by the contract's schema.
      return result as typeof result & { data: Answer<C> & Queued };
    },
  });
}
