import { tabStorage } from '../session/safeStorage.ts';
import { ETAG_PREFIX } from './etagKey.ts';

/*
 * No browser may store what the server answers to a person, so that nothing is left behind on a shared phone (decision
 * 038). The app itself keeps the lists, and sends their ETags: an unchanged list is not downloaded again.
 */
interface KnownAnswer {
  etag: string;
  /** When it arrived. */
  at: number;
  body: () => BodyInit;
}
const known = new Map<string, KnownAnswer>();

export const knownAnswer = (address: string): KnownAnswer | undefined => known.get(address);

export function rememberAnswer(address: string, answer: KnownAnswer): void {
  known.set(address, answer);
}

/** Proxies may weaken an ETag. */
const plain = (etag: string | null) => etag?.replace(/^W\//, '');

/** The whole answer in place of "not modified"; undefined if this page does not have the one that is meant. */
export function unchangedAnswer(address: string, { headers }: Response): Response | undefined {
  const answer = known.get(address);
  return answer && plain(answer.etag) === plain(headers.get('etag'))
    ? new Response(answer.body(), { headers })
    : undefined;
}

/** The ETag of the answer that was read at this time; undefined if the server has answered, or a write changed it, since. */
export function etagOf(address: string, readAt: number): string | undefined {
  const answer = known.get(address);
  return answer && readAt >= answer.at ? answer.etag : undefined;
}

export function forgetAnswer(address: string): void {
  known.delete(address);
}

let writesStored = 0;

/** How many writes the server has stored. An answer that was requested before the last one may lack it. */
export const countStored = (): number => writesStored;

/** The server has stored a write: the ETags of what it changes here are those of other contents. */
export function noteStored(): void {
  writesStored += 1;
  known.clear();
}

export function forgetEtags(): void {
  known.clear();
  tabStorage.removeWhere((key) => key.startsWith(ETAG_PREFIX));
}
