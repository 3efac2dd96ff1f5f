import { hash } from 'node:crypto';
import { contentItem } from '@companion/contract/content';
import { type Kept, keepFor } from '../platform/keepFor.ts';
import type { Services } from '../platform/services.ts';
import { TaggedJson } from '../platform/taggedJson.ts';
import { type ContentList, readContentList } from './contentQueries.ts';
import type { CachedVotesAndComments, OwnVotesAndCommentsCache } from './ownVotesAndCommentsCache.ts';

/** How soon a pack that was loaded on any node shows. */
const MAX_AGE_MS = 1_000;
/** How the JSON of each item ends in the cached list. */
const NEITHER = '"vote":null,"comment":null';

/** The list without anyone's votes and comments. */
interface CachedList {
  json: Buffer;
  tag: string;
  /**
   * The campaign of each item, whether it is a session, and the offset of its vote and comment in the JSON, in the order of
   * the list.
   */
  items: Map<string, { campaignId: string; isSession: boolean; ownAt: number }>;
}

/**
 * Caches the content list as JSON: it is long, all phones request it at once, and accounts differ only in a few votes and
 * comments. There is one list, and the event pack bounds its size.
 */
export class ContentListCache {
  readonly #ownOf: OwnVotesAndCommentsCache['of'];
  readonly #list: Kept<CachedList>;

  constructor(services: Services, ownOf: OwnVotesAndCommentsCache['of']) {
    this.#ownOf = ownOf;
    this.#list = keepFor(services, MAX_AGE_MS, async () => prepare(await readContentList(services.db)));
  }

  /** The list with this account's own votes and comments in it. */
  async listFor(accountId: string): Promise<TaggedJson> {
    const [list, own] = await Promise.all([this.#list.current(), this.#ownOf(accountId)]);
    return withOwn(list, own);
  }

  async has({ campaignId, contentId }: { campaignId: string; contentId: string }): Promise<boolean> {
    return (await this.#list.current()).items.get(contentId)?.campaignId === campaignId;
  }

  /** Whether it is a session of the agenda, which one can save. */
  async hasSession({ campaignId, contentId }: { campaignId: string; contentId: string }): Promise<boolean> {
    const item = (await this.#list.current()).items.get(contentId);
    return item?.campaignId === campaignId && item.isSession;
  }

  /** For an agenda that has changed: the next request reads it. */
  forget(): void {
    this.#list.forget();
  }
}

function prepare(list: ContentList): CachedList {
  const items: CachedList['items'] = new Map();
  const begin = '{"results":[';
  const texts: string[] = [];
  let length = begin.length;
  for (const item of list) {
    const { vote: _, comment: __, ...shared } = contentItem.parse(item);
    const text = `${JSON.stringify(shared).slice(0, -1)},${NEITHER}}`;
    const ownAt = length + Buffer.byteLength(text) - NEITHER.length - 1;
    const isSession = item.type === 'Agenda' && item.category !== 'Sponsor';
    items.set(item.id, { campaignId: item.campaignId, isSession, ownAt });
    length += Buffer.byteLength(text) + 1;
    texts.push(text);
  }
  const json = Buffer.from(`${begin}${texts.join(',')}]}`);
  return { json, tag: tag(json), items };
}

function withOwn({ json, tag: listTag, items }: CachedList, own: CachedVotesAndComments): TaggedJson {
  if (own.texts.size === 0) return new TaggedJson(listTag, () => json);
  return new TaggedJson(`${listTag}-${own.tag}`, () => {
    const parts: Buffer[] = [];
    let done = 0;
    for (const [id, { ownAt }] of items) {
      const text = own.texts.get(id);
      if (text === undefined) continue;
      parts.push(json.subarray(done, ownAt), Buffer.from(text));
      done = ownAt + NEITHER.length;
    }
    return Buffer.concat([...parts, json.subarray(done)]);
  });
}

const tag = (bytes: Buffer): string => hash('sha256', bytes, 'base64url').slice(0, 22);
