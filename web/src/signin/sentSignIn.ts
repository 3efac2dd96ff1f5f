import { draftKey, dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { MINUTE_MS } from '../time.ts';

/** Where the last sign-in message was sent. The code itself is never stored. */
export interface SentSignIn {
  to: string;
  byMail: boolean;
}

/** How long a code is valid (decision 031). */
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const KEY = draftKey(undefined, 'sign-in-sent');

/** The message sent to this tab's guest, while its code is valid. It survives a reload. */
export function readSentSignIn(now = Date.now()): SentSignIn | undefined {
  const { to, byMail, at } = Object(readDraft(KEY));
  const isValid = typeof to === 'string' && typeof at === 'number' && now - at < CODE_LIFETIME_MS;
  return isValid ? { to, byMail: byMail === true } : undefined;
}

export const writeSentSignIn = (sent: SentSignIn): void => writeDraft(KEY, { ...sent, at: Date.now() });
export const dropSentSignIn = (): void => dropDraft(KEY);
