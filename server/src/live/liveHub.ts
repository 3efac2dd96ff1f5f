import { EventEmitter } from 'node:events';
import type { AgendaState } from '@companion/contract/live';
import type { BothResults } from '@companion/contract/staff/polls';
import type { StaffLiveState } from '@companion/contract/staff/staffLive';
import { unavailable } from '../platform/domainError.ts';
import { type Kept, keepFor } from '../platform/keepFor.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { AgendaChanges } from './agendaChanges.ts';
import { ChangedFrames } from './changedFrames.ts';
import type { Audience, AudienceQuestionCounts, LiveSource, Staged } from './liveSource.ts';
import {
  readEventRevision,
  readModeratedSessions,
  readNewestChange,
  readProgrammeRevision,
  readScreenRevision,
} from './readChanges.ts';
import { type LatestRead, maySeeResults, visibleState } from './visibleState.ts';

export const READ_EVERY_MS = 250;
/** For other work, after a read that took as long as the pause between two. */
export const SHORTEST_PAUSE_MS = 50;
/** While the database is unavailable: its return is on every stream within two seconds. */
const LONGEST_PAUSE_MS = 1_000;
const AUDIENCES = ['staff', 'stage', 'everyone'] as const satisfies Audience[];
/** How old a count may be for an audience that watches. Timers are a little early or late. */
export const COUNT_AGE_MS: Record<Audience, number> = {
  staff: READ_EVERY_MS - 50,
  stage: READ_EVERY_MS - 50,
  everyone: 4 * READ_EVERY_MS - 50,
};

/** How long these counts are kept, and the marks of upvotes: a hall that upvotes wakes the phones no more often. */
const AUDIENCE_QUESTION_COUNTS_MS = SECOND - 50;
const UPVOTES_MS = 2 * SECOND - 50;

interface Watched {
  frames: ChangedFrames;
  watchers: number;
  /** The newest count for this audience, and when it was begun. */
  results: BothResults | null;
  countedAt: number;
}

interface HubLog {
  info(message: string): void;
  warn(details: object, message: string): void;
}

/**
 * The state of everything that is live, on one node, as each audience may see it. It reads the number of the newest
 * change four times a second, and counts answers only while somebody watches (decision 047).
 */
export class LiveHub extends EventEmitter<{
  /** When the agenda is read first, and before a changed one is announced: no one who learns of it reads a cached one. */
  agenda: [];
  /** When the frames of an audience have changed. */
  frames: [];
}> {
  readonly #services: Pick<Services, 'db' | 'now'>;
  readonly #source: LiveSource;
  readonly #log: HubLog;
  readonly #agenda: AgendaChanges;
  readonly #audiences: Record<Audience, Watched> = { staff: unwatched(), stage: unwatched(), everyone: unwatched() };
  readonly #audienceQuestionCounts: Kept<AudienceQuestionCounts>;
  /** A mark of the upvotes of each moderated session. */
  readonly #upvotes: Kept<Map<string, string>>;
  #latest: LatestRead | undefined;
  #announcedAgenda: AgendaState = { revision: 0 };
  #counting: { staged: Staged; results: Promise<BothResults> } | undefined;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isStopped = false;
  /** When the changes were last read, by `performance.now()`. */
  readAt = performance.now();

  constructor(services: Pick<Services, 'db' | 'keys' | 'now'>, source: LiveSource, log: HubLog) {
    super();
    this.#services = services;
    this.#source = source;
    this.#agenda = new AgendaChanges(source.readContent);
    // Whatever the clock of the rules says.
    const timer = { now: () => performance.now() };
    this.#audienceQuestionCounts = keepFor(timer, AUDIENCE_QUESTION_COUNTS_MS, () =>
      source.countAudienceQuestions(services.db),
    );
    this.#upvotes = keepFor(timer, UPVOTES_MS, async () => {
      const moderated = this.#latest?.moderated ?? [];
      if (moderated.length === 0) return new Map();
      return source.upvoteMarks(
        services,
        moderated.map(({ contentId }) => contentId),
      );
    });
    this.#log = log;
  }

  start(): void {
    void this.#readAgain();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#reading?.catch(() => {});
  }

  frames(audience: Audience): ChangedFrames {
    return this.#audiences[audience].frames;
  }

  /** Counts for this audience until the returned function is called. */
  watch(audience: Audience): () => void {
    this.#audiences[audience].watchers += 1;
    return () => {
      this.#audiences[audience].watchers -= 1;
    };
  }

  /**
   * The current state, with a count as new as those who watch have it.
   * @throws DomainError `unavailable` while the changes have never been read
   */
  async state(audience: Audience): Promise<StaffLiveState> {
    if (!this.#latest) await this.#read();
    const isDue = this.#isDue(audience);
    if (isDue) await this.#count([audience]);
    const isStaff = audience !== 'everyone';
    if (isStaff) await this.#audienceQuestionCounts.current();
    const upvotes = this.#upvotes.latest;
    const hasUpvotes = (await this.#upvotes.current()) !== upvotes;
    if (isDue || isStaff || hasUpvotes) this.#show();
    return this.frames(audience).state ?? Promise.reject(unavailable());
  }

  async #readAgain(): Promise<void> {
    const begun = performance.now();
    let pause = READ_EVERY_MS;
    try {
      await this.#read();
      if (this.#failures > 0) this.#log.info('live: the changes are read again');
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#failures === 1) this.#log.warn({ reason }, 'live: the changes cannot be read; trying again');
      // With jitter, so that nodes do not return to the database all at once.
      pause = Math.min(LONGEST_PAUSE_MS, READ_EVERY_MS * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    }
    if (this.#isStopped) return;
    this.#timer = setTimeout(
      () => void this.#readAgain(),
      Math.max(SHORTEST_PAUSE_MS, begun + pause - performance.now()),
    );
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const { db, now } = this.#services;
    const before = this.#latest;
    const newest = await readNewestChange(db);
    if (before?.newest !== newest || this.#changesNow()) {
      // These are read after `newest`, so that a change that commits in between is read twice. Before it, the change
      // would count as read without having been.
      const agenda = await this.#agenda.read(db);
      const questions = await this.#source.readQuestionChanges(db, now());
      const staged = await this.#source.stageState(db, now());
      const hallCounts = await this.#source.readHallCounts(db);
      const event = await readEventRevision(db);
      const screen = await readScreenRevision(db);
      const programme = await readProgrammeRevision(db);
      const moderated = await readModeratedSessions(db);
      const announcements = await this.#source.readCurrentAnnouncements(db, now());
      const read = { newest, agenda, event, screen, programme, questions, staged, hallCounts, moderated };
      this.#latest = { ...read, announcements };
      for (const watched of Object.values(this.#audiences)) watched.countedAt = Number.NEGATIVE_INFINITY;
      this.#audienceQuestionCounts.forget();
      this.#upvotes.forget();
      if (before?.agenda.revision !== agenda.revision) this.emit('agenda');
    }
    // A changed agenda is announced one read later: by then every node has dropped the list that it had cached.
    this.#announcedAgenda = (before ?? this.#latest)?.agenda ?? { revision: 0 };
    const audiences = AUDIENCES.filter((audience) => this.#audiences[audience].watchers > 0);
    await this.#count(audiences.filter((audience) => this.#isDue(audience)));
    if (audiences.length > 0) await this.#upvotes.current();
    if (audiences.some((audience) => audience !== 'everyone')) await this.#audienceQuestionCounts.current();
    this.#show();
    this.readAt = performance.now();
  }

  /** Whether a poll closes by itself, or an announcement begins or ends. */
  #changesNow(): boolean {
    const times = [this.#latest?.questions.nextAt, this.#latest?.announcements.nextAt];
    return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY)) <= this.#services.now();
  }

  #isDue(audience: Audience): boolean {
    const age = performance.now() - this.#audiences[audience].countedAt;
    const shownTo = this.#latest?.staged?.shownTo ?? 'none';
    // The stage is told how many have answered in any case.
    return (audience === 'stage' || maySeeResults(shownTo, audience)) && age >= COUNT_AGE_MS[audience];
  }

  async #count(audiences: Audience[]): Promise<void> {
    const staged = this.#latest?.staged;
    if (!staged || audiences.length === 0) return;
    const countedAt = performance.now();
    const results = await this.#countOnce(staged);
    // Something else may be on stage by now.
    if (this.#latest?.staged !== staged) return;
    for (const audience of audiences) Object.assign(this.#audiences[audience], { results, countedAt });
  }

  /** All who ask at the same time share one count. */
  #countOnce(staged: Staged): Promise<BothResults> {
    if (this.#counting?.staged !== staged) {
      const results = this.#source.countAnswers(this.#services.db, staged.poll).finally(() => {
        if (this.#counting?.results === results) this.#counting = undefined;
      });
      this.#counting = { staged, results };
    }
    return this.#counting.results;
  }

  #show(): void {
    if (!this.#latest) return;
    let isChanged = false;
    for (const audience of AUDIENCES) {
      const { frames, results } = this.#audiences[audience];
      const state = visibleState(audience, this.#latest, {
        agenda: this.#announcedAgenda,
        results,
        audienceQuestionCounts: this.#audienceQuestionCounts.latest,
        upvoteMarks: this.#upvotes.latest,
      });
      if (frames.show(state)) isChanged = true;
    }
    if (isChanged) this.emit('frames');
  }
}

const unwatched = (): Watched => ({
  frames: new ChangedFrames(),
  watchers: 0,
  results: null,
  countedAt: Number.NEGATIVE_INFINITY,
});
