import { paths } from '../paths.ts';
import { draftKey, dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { MINUTE_MS } from '../time.ts';

/**
 * Where to go after signing in: the page in the location's state, from which the guard redirected, or the dashboard.
 * Never another site, and never the logout page.
 */
export function returnPath(state: unknown): string {
  const { pathname, search, hash } = Object(Object(state).from);
  // Two slashes or a backslash would start the address of another site.
  if (
    typeof pathname !== 'string' ||
    !/^\/(?![/\\])/.test(pathname) ||
    pathname.toLowerCase().startsWith(paths.logout)
  ) {
    return paths.dashboard;
  }
  return pathname + text(search) + text(hash);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The router state of the link from registration to the login screen, which prefills the form. */
export const withTakenPhone = (phone: string) => ({ phone });

/** The phone from {@link withTakenPhone}; undefined if the login screen was opened in another way. */
export function takenPhone(state: unknown): string | undefined {
  const { phone } = Object(state);
  return typeof phone === 'string' ? phone : undefined;
}

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
