import { hash } from 'node:crypto';
import { contentItem } from '@companion/contract/content';
import { ReadyAnswer } from '../platform/readyAnswer.ts';
import type { Services } from '../platform/services.ts';
import { type ContentList, readContentList } from './contentQueries.ts';
import type { OpinionCache, ReadyOpinions } from './opinionCache.ts';

/** A pack that was loaded, on this node or another, shows within this time, in milliseconds. */
const FRESH_FOR = 1_000;
/** How each item ends in the list that is kept ready. */
const UNSAID = '"vote":null,"comment":null';

/** The list as everybody gets it but for their own votes and comments. */
interface ReadyList {
  json: Buffer;
  tag: string;
  /** The campaign of each item, and where its vote and comment stand, in the order of the list. */
  items: Map<string, { campaignId: string; opinionAt: number }>;
}

/**
 * Keeps the content list and its JSON ready, for it is long, all phones ask for it at once, and only an account's few
 * votes and comments in it differ. It is as large as the event pack makes it, and there is one.
 */
export class ContentListCache {
  readonly #services: Services;
  readonly #opinionsOf: OpinionCache['of'];
  #ready: Promise<ReadyList> | undefined;
  #readAt = 0;

  constructor(services: Services, opinionsOf: OpinionCache['of']) {
    this.#services = services;
    this.#opinionsOf = opinionsOf;
  }

  /** The list with this account's own votes and comments in it. */
  async listFor(accountId: string): Promise<ReadyAnswer> {
    const [list, opinions] = await Promise.all([this.#current(), this.#opinionsOf(accountId)]);
    return withOpinions(list, opinions);
  }

  async has({ campaignId, contentId }: { campaignId: string; contentId: string }): Promise<boolean> {
    return (await this.#current()).items.get(contentId)?.campaignId === campaignId;
  }

  #current(): Promise<ReadyList> {
    const { db, now } = this.#services;
    const age = now() - this.#readAt;
    if (!this.#ready || age < 0 || age >= FRESH_FOR) {
      this.#readAt = now();
      this.#ready = readContentList(db).then(prepare);
      // A failure is not kept: the next request reads again.
      this.#ready.catch(() => {
        this.#ready = undefined;
      });
    }
    return this.#ready;
  }
}

function prepare(programme: ContentList): ReadyList {
  const items: ReadyList['items'] = new Map();
  const begin = '{"results":[';
  const texts: string[] = [];
  let length = begin.length;
  for (const item of programme) {
    const { vote: _, comment: __, ...shared } = contentItem.parse(item);
    const text = `${JSON.stringify(shared).slice(0, -1)},${UNSAID}}`;
    const opinionAt = length + Buffer.byteLength(text) - UNSAID.length - 1;
    items.set(item.id, { campaignId: item.campaignId, opinionAt });
    length += Buffer.byteLength(text) + 1;
    texts.push(text);
  }
  const json = Buffer.from(`${begin}${texts.join(',')}]}`);
  return { json, tag: tag(json), items };
}

function withOpinions({ json, tag: listTag, items }: ReadyList, opinions: ReadyOpinions): ReadyAnswer {
  if (opinions.texts.size === 0) return new ReadyAnswer(listTag, () => json);
  return new ReadyAnswer(`${listTag}-${opinions.tag}`, () => {
    const parts: Buffer[] = [];
    let done = 0;
    for (const [id, { opinionAt }] of items) {
      const text = opinions.texts.get(id);
      if (text === undefined) continue;
      parts.push(json.subarray(done, opinionAt), Buffer.from(text));
      done = opinionAt + UNSAID.length;
    }
    return Buffer.concat([...parts, json.subarray(done)]);
  });
}

const tag = (bytes: Buffer): string => hash('sha256', bytes, 'base64url').slice(0, 22);
