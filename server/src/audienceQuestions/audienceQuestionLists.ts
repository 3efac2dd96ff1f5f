import { hash } from 'node:crypto';
import { audienceQuestion } from '@companion/contract/audienceQuestion';
import { type Kept, keepFor } from '../platform/keepFor.ts';
import type { Services } from '../platform/services.ts';
import { TaggedJson } from '../platform/taggedJson.ts';
import { SECOND } from '../platform/time.ts';
import {
  type OwnAudienceQuestions,
  readOwnAudienceQuestions,
  readSharedAudienceQuestions,
  type SharedAudienceQuestions,
} from './attendeeAudienceQuestions.ts';

/** How old the counts of others' upvotes may be. */
const MAX_AGE_MS = SECOND;
/** A moderation in between makes the two readings differ. */
const MAX_ATTEMPTS = 3;

/** What everyone sees of the questions to a session. */
interface SharedList {
  /** The newest moderation that it includes. */
  revision: number;
  /** When the reading was begun. */
  readAt: number;
  tag: string;
  /** In order, each without the end of its JSON, which says what the reader has to do with it. */
  audienceQuestions: { id: string; accountId: string; json: string }[];
}

/**
 * Caches what everyone sees of the questions to a session: phones that show it read it all the time. What an account has
 * asked and upvoted itself is read each time, together with the number of the newest moderation, so that a node shows no
 * question that another has hidden (decision 051).
 */
export class AudienceQuestionLists {
  readonly #services: Pick<Services, 'db' | 'now'>;
  readonly #lists = new Map<string, Kept<SharedList | undefined>>();

  constructor(services: Pick<Services, 'db' | 'now'>) {
    this.#services = services;
  }

  /** The answer to an account that reads the questions to a session; undefined if that takes none. */
  async listFor(accountId: string, contentId: string): Promise<TaggedJson | undefined> {
    for (let attempt = 1; ; attempt++) {
      const own = await readOwnAudienceQuestions(this.#services.db, accountId, contentId);
      const list = await this.#of(contentId).currentUnless(
        // A new upvote may not be counted yet.
        (known) => known !== undefined && (known.revision < own.revision || known.readAt <= own.upvotedAt),
      );
      if (!list) {
        this.forget(contentId);
        return undefined;
      }
      if (list.revision === own.revision || attempt === MAX_ATTEMPTS) return withOwn(list, own, accountId);
    }
  }

  /** After a change that leaves no trace: an upvote that was taken back. */
  forget(contentId: string): void {
    this.#lists.delete(contentId);
  }

  #of(contentId: string): Kept<SharedList | undefined> {
    const known = this.#lists.get(contentId);
    if (known) return known;
    const kept = keepFor(this.#services, MAX_AGE_MS, async (readAt) => {
      const shared = await readSharedAudienceQuestions(this.#services.db, contentId);
      return shared && prepare(shared, readAt);
    });
    this.#lists.set(contentId, kept);
    return kept;
  }
}

function prepare({ revision, audienceQuestions }: SharedAudienceQuestions, readAt: number): SharedList {
  const prepared = audienceQuestions.map(({ accountId, ...one }) => {
    const { upvoted: _, own: __, ...shared } = audienceQuestion.parse({ ...one, upvoted: false, own: false });
    return { id: one.id, accountId, json: JSON.stringify(shared).slice(0, -1) };
  });
  return { revision, readAt, audienceQuestions: prepared, tag: tagOf(prepared.map(({ json }) => json)) };
}

function withOwn(
  { tag, audienceQuestions }: SharedList,
  { upvoted, hidden }: OwnAudienceQuestions,
  accountId: string,
): TaggedJson {
  const endOf = (id: string, isOwn: boolean) => `,"upvoted":${upvoted.has(id)},"own":${isOwn}}`;
  const ends = audienceQuestions.map((one) => endOf(one.id, one.accountId === accountId));
  const rest = hidden.map((row) => JSON.stringify(audienceQuestion.parse(row)));
  return new TaggedJson(tagOf([tag, ...ends, ...rest]), () =>
    Buffer.from(
      `{"results":[${[...audienceQuestions.map(({ json }, index) => `${json}${ends[index]}`), ...rest].join(',')}]}`,
    ),
  );
}

const tagOf = (parts: string[]): string => hash('sha256', parts.join('\n'), 'base64url');
