import { draftKey, dropDraft, dropGuestDrafts, readDraft, writeDraft } from '../session/drafts.ts';

interface SentRequest {
  content: string;
  key: string;
}

/** The last unanswered request to each address. The map is for browsers that block storage. */
const unanswered = new Map<string, SentRequest>();

/** Stored with the guest's drafts: survives a reload and is deleted at sign-in. */
const storageKey = (url: string) => draftKey(undefined, `sent:${url}`);

/**
 * Returns the same key while the same content is sent to the same address again, so that a second press after a lost
 * answer, or after a reload, does its work once (decision 032). Other content, or the same after an answer, gets a new
 * key.
 */
export function idempotencyKey(url: string, body: object | undefined): string {
  const content = JSON.stringify(body);
  const known = unanswered.get(url) ?? readStoredRequest(url);
  if (known.key && known.content === content) return remember(url, { content, key: known.key });
  return remember(url, { content, key: randomKey() });
}

/** crypto.randomUUID is missing on pages served without TLS, such as a demo in the local network. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function readStoredRequest(url: string): Partial<SentRequest> {
  // An older version of the app may have stored it in another shape.
  return Object(readDraft(storageKey(url)));
}

function remember(url: string, sent: SentRequest): string {
  unanswered.set(url, sent);
  writeDraft(storageKey(url), sent);
  return sent.key;
}

/** For a change of account: the same message from another account is a new one. */
export function forgetIdempotencyKeys(): void {
  unanswered.clear();
  dropGuestDrafts();
}

/** For an answered request: the same content sent to this address again is a new request. */
export function forgetIdempotencyKey(url: string): void {
  if (unanswered.delete(url)) dropDraft(storageKey(url));
}
