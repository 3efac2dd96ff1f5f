import { hash } from 'node:crypto';
import { contentItem } from '@companion/contract/content';
import { ReadyAnswer } from '../plugins/handle.ts';
import type { Services } from '../services.ts';
import { listProgramme, type Opinions, type Programme } from './contentQueries.ts';
import type { OwnOpinions } from './rememberOpinions.ts';

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
 * Keeps the programme and its JSON ready, for it is long, all phones ask for it at once, and only one account's few
 * votes and comments in it differ from the next one's.
 */
export function readyProgramme({ db, now }: Services, opinionsOf: OwnOpinions['of']) {
  let ready: Promise<ReadyList> | undefined;
  let readAt = 0;

  const current = (): Promise<ReadyList> => {
    const age = now() - readAt;
    if (!ready || age < 0 || age >= FRESH_FOR) {
      readAt = now();
      ready = listProgramme(db).then(prepare);
      // The next to ask tries again.
      ready.catch(() => {
        ready = undefined;
      });
    }
    return ready;
  };

  return {
    /** The list with this account's own votes and comments in it. */
    async listFor(accountId: string): Promise<ReadyAnswer> {
      const [list, opinions] = await Promise.all([current(), opinionsOf(accountId)]);
      return withOpinions(list, opinions);
    },
    async has({ campaignId, contentId }: { campaignId: string; contentId: string }): Promise<boolean> {
      return (await current()).items.get(contentId)?.campaignId === campaignId;
    },
  };
}

function prepare(programme: Programme): ReadyList {
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

function withOpinions({ json, tag: listTag, items }: ReadyList, opinions: Opinions): ReadyAnswer {
  const parts: Buffer[] = [];
  const said: string[] = [];
  let done = 0;
  for (const [id, { opinionAt }] of items) {
    const opinion = opinions.get(id);
    if (!opinion) continue;
    const text = JSON.stringify(opinion).slice(1, -1);
    said.push(id, text);
    parts.push(json.subarray(done, opinionAt), Buffer.from(text));
    done = opinionAt + UNSAID.length;
  }
  if (said.length === 0) return new ReadyAnswer(json, `"${listTag}"`);
  return new ReadyAnswer(Buffer.concat([...parts, json.subarray(done)]), `"${listTag}-${tag(said.join('\n'))}"`);
}

const tag = (bytes: string | Buffer): string => hash('sha256', bytes, 'base64url').slice(0, 22);
