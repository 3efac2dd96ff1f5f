import { draftKey, dropDraft, dropVisitorDrafts, readDraft, writeDraft } from '../session/drafts.ts';

interface Sent {
  content: string;
  key: string;
}

/** What was sent last to each address and is not answered. The map serves where the browser allows no storage. */
const last = new Map<string, Sent>();

/** It lies among a visitor's drafts: it survives a reload, and ends when somebody signs in. */
const storedAs = (url: string) => draftKey(undefined, `sent:${url}`);

/**
 * The same key for the same content sent to the same address again, so that pressing a button once more after a lost
 * answer, or a reload before it, does nothing twice (decision 032); a new key as soon as the content differs, or the first
 * was answered.
 */
export function idempotencyKey(url: string, body: object | undefined): string {
  const content = JSON.stringify(body);
  const known = last.get(url) ?? storedSent(url);
  if (known.key && known.content === content) return remember(url, { content, key: known.key });
  // Not crypto.randomUUID, which pages served without TLS (a demo in the local network) do not have.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  return remember(url, { content, key });
}

function storedSent(url: string): Partial<Sent> {
  // Its shape may be that of an older version of the app, so nothing of it is sure.
  return Object(readDraft(storedAs(url)));
}

function remember(url: string, sent: Sent): string {
  last.set(url, sent);
  writeDraft(storedAs(url), sent);
  return sent.key;
}

/** Another account is signed in: its messages are its own, even word for word. */
export function forgetIdempotencyKeys(): void {
  last.clear();
  dropVisitorDrafts();
}

/** The answer has come: the same content sent to this address again is meant to be sent again. */
export function forgetIdempotencyKey(url: string): void {
  if (last.delete(url)) dropDraft(storedAs(url));
}
