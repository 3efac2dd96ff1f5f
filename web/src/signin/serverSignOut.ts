import { isServerAnswer } from '@companion/client/network/callFailure';
import * as z from 'zod/mini';
import type { AppStore } from '../api/api.ts';
import { sessionApi } from '../api/sessionApi.ts';
import { sharedStorage } from '../session/safeStorage.ts';
import { SIGN_OUTS } from '../session/storedSession.ts';

const signOuts = z.array(z.object({ refresh_token: z.string(), token: z.optional(z.string()) }));
type SignOut = z.infer<typeof signOuts>[number];
type Store = Pick<AppStore, 'dispatch'>;

/** Tells the server of a sign-out: now, or else when it can be reached, at the next start and before the next link. */
export function signOutAtServer(store: Store, signOut: SignOut): void {
  sharedStorage.writeJson(SIGN_OUTS, [...readSignOuts(), signOut]);
  void send(store, signOut);
}

/** Tells the server of the sign-outs that it has not answered. @returns whether it knows of all of them now */
export async function sendSignOuts(store: Store): Promise<boolean> {
  const answered = await Promise.all(readSignOuts().map((signOut) => send(store, signOut)));
  return answered.every(Boolean);
}

const readSignOuts = (): SignOut[] => signOuts.safeParse(sharedStorage.readJson(SIGN_OUTS)).data ?? [];

const underWay = new Map<string, Promise<boolean>>();

function send(store: Store, signOut: SignOut): Promise<boolean> {
  const { refresh_token: token } = signOut;
  const sending = underWay.get(token) ?? sendOne(store, signOut).finally(() => underWay.delete(token));
  underWay.set(token, sending);
  return sending;
}

async function sendOne({ dispatch }: Store, signOut: SignOut): Promise<boolean> {
  const { error } = await dispatch(sessionApi.endpoints.logout.initiate(signOut));
  // What the server rejects, it would reject again.
  const isAnswered =
    !error || ('status' in error && isServerAnswer(error) && Number(error.status) < 500 && error.status !== 429);
  if (!isAnswered) return false;
  const left = readSignOuts().filter(({ refresh_token }) => refresh_token !== signOut.refresh_token);
  if (left.length > 0) sharedStorage.writeJson(SIGN_OUTS, left);
  else sharedStorage.remove(SIGN_OUTS);
  return true;
}
