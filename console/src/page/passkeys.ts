import type { StaffMember } from '@companion/contract/staff/staffSession';
import { failureWith } from '../api/StaffFailure.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import type { StaffGiven } from '../api/staffRequest.ts';

/* Loaded when a member first uses a passkey. The browser itself reads and writes the JSON of WebAuthn. */

type PasskeyAnswer = StaffGiven<'signInWithPasskey'>['credential'];

/** The server accepts what it has asked for within five minutes. */
const RENEW_MS = 4 * 60_000;

/** The person closed the browser's dialog, or another question took its place. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

/** The offer that waits among what the browser fills in: a browser asks one question at a time. */
let offer: AbortController | undefined;

/**
 * Asks for a passkey in the browser's dialog, and signs its member in.
 * @returns undefined if the person has closed the dialog
 * @throws StaffFailure
 */
export async function signInWithPasskey(): Promise<StaffMember | undefined> {
  offer?.abort();
  return signIn({});
}

/**
 * Offers passkeys among what the browser fills into the form, where it can, until the signal aborts.
 * @returns the member whose passkey was chosen; undefined once the offer has ended
 * @throws StaffFailure
 */
export async function offerPasskeys(signal: AbortSignal): Promise<StaffMember | undefined> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return undefined;
  const own = new AbortController();
  offer = own;
  while (!signal.aborted && !own.signal.aborted) {
    const round = AbortSignal.any([signal, own.signal, AbortSignal.timeout(RENEW_MS)]);
    const member = await signIn({ mediation: 'conditional', signal: round });
    // Without a member the time was up, or the person has closed what the browser showed: once is enough then.
    if (member || !round.aborted) return member;
  }
  return undefined;
}

async function signIn(how: Pick<CredentialRequestOptions, 'mediation' | 'signal'>): Promise<StaffMember | undefined> {
  const { results } = await sendStaffCall('beginPasskeySignIn', {});
  // The contract leaves to server and browser what is in it.
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(results as never);
  const credential = await ask(() => navigator.credentials.get({ publicKey, ...how }));
  if (!credential) return undefined;
  return (await sendStaffCall('signInWithPasskey', { credential })).results;
}

/**
 * Makes a passkey in the browser's dialog, and stores it.
 * @returns whether it was made: the person may have closed the dialog
 * @throws StaffFailure
 */
export async function addPasskey(name: string): Promise<boolean> {
  const { results } = await sendStaffCall('beginPasskey', {});
  // As above.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(results as never);
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  if (!credential) return false;
  await sendStaffCall('addPasskey', { name, credential }, ['getPasskeys', 'getSecondFactor']);
  return true;
}

/** What the browser answers, as JSON; undefined if the person has closed the dialog. @throws StaffFailure */
async function ask(open: () => Promise<Credential | null>): Promise<PasskeyAnswer | undefined> {
  try {
    // `publicKey` was asked for, so it is nothing else.
    const credential = (await open()) as PublicKeyCredential | null;
    // The contract's type is wider in `response`, which the server checks, and narrower in `type`, which has one value.
    return credential?.toJSON() as PasskeyAnswer | undefined;
  } catch (error) {
    // These calls of the browser throw nothing else.
    const { name } = error as DOMException;
    if (CANCELLED.includes(name)) return undefined;
    const isKnown = name === 'InvalidStateError';
    throw failureWith(isKnown ? 'This device has a passkey of yours already.' : FAILED);
  }
}

const FAILED = 'The browser could not use a passkey. Please sign in with your password.';
