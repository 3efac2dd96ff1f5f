import type { ChangedAudienceQuestions } from '@companion/contract/live';
import { SECOND } from '../platform/time.ts';
import type { ModeratedSession } from './readChanges.ts';

/** A hall that upvotes wakes the phones no more often. Timers are a little early or late. */
const AGE_MS = 2 * SECOND - 50;

/** What has changed of the questions from the hall: moderations by their number, upvotes by marks that are read now and then. */
export class AudienceQuestionMarks {
  readonly #readUpvotes: (contentIds: string[]) => Promise<Map<string, string>>;
  #sessions: ModeratedSession[] = [];
  #upvotes = new Map<string, string>();
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param readUpvotes a mark for each of these sessions that has upvotes */
  constructor(readUpvotes: (contentIds: string[]) => Promise<Map<string, string>>) {
    this.#readUpvotes = readUpvotes;
  }

  get current(): ChangedAudienceQuestions[] {
    return this.#sessions.map((session) => ({ ...session, upvotes: this.#upvotes.get(session.contentId) ?? '' }));
  }

  /** A change was recorded: these were moderated last. */
  reset(sessions: ModeratedSession[]): void {
    this.#sessions = sessions;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** Reads the marks if they are too old. @returns whether it has */
  async update(): Promise<boolean> {
    if (this.#sessions.length === 0 || performance.now() - this.#readAt < AGE_MS) return false;
    this.#readAt = performance.now();
    this.#upvotes = await this.#readUpvotes(this.#sessions.map(({ contentId }) => contentId));
    return true;
  }
}
