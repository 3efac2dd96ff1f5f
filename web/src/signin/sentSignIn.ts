import { draftKey, dropDraft, readDraft, writeDraft } from '../session/drafts.ts';

/** Where the last sign-in message was sent. The code itself is kept nowhere. */
export interface SentSignIn {
  to: string;
  byMail: boolean;
}

/** As long as a code is good (decision 031), in milliseconds. */
const CODE_LIFE = 10 * 60_000;
const KEY = draftKey(undefined, 'sign-in-sent');

/** What was sent to this tab's visitor and may still be entered, also after a reload. */
export function readSentSignIn(now = Date.now()): SentSignIn | undefined {
  const { to, byMail, at } = Object(readDraft(KEY));
  const isGood = typeof to === 'string' && typeof at === 'number' && now - at < CODE_LIFE;
  return isGood ? { to, byMail: byMail === true } : undefined;
}

export const writeSentSignIn = (sent: SentSignIn): void => writeDraft(KEY, { ...sent, at: Date.now() });
export const dropSentSignIn = (): void => dropDraft(KEY);
