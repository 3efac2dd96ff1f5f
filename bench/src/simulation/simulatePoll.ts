import { PAUSE_MS, SLICE_MS } from '@companion/server/http/liveStreams';
import { COUNT_AGE_MS, READ_EVERY_MS, SHORTEST_PAUSE_MS } from '@companion/server/live/liveHub';
import type { Costs } from './costs.ts';
import { EventQueue } from './eventQueue.ts';
import { Histogram } from './histogram.ts';
import { seededRandom } from './seededRandom.ts';
import { Workers } from './workers.ts';

export interface PollScene {
  phones: number;
  nodes: number;
  /** Cores of PostgreSQL; 0 with SQLite, which runs in the node. */
  databaseCores: number;
  costs: Costs;
  /** Everyone answers within this time. */
  answerMs: number;
  seed: number;
}

export interface PollOutcome {
  /** Answers that are stored, and how many of them every phone shows in the end. */
  stored: number;
  shown: number;
  /** From the opening to the phones; from the request to the reply; from the commit to stage and phones. In ms. */
  opened: Histogram;
  answers: Histogram;
  toStage: Histogram;
  toPhones: Histogram;
  /** Readings of changes, counts of answers, and frames sent, by all nodes. */
  changeReads: number;
  counts: number;
  frames: number;
  /** The longest wait for a node and for the database, in ms, and the busiest node's share of a core. */
  nodeWaitMs: number;
  databaseWaitMs: number;
  nodeCpu: number;
  databaseCpu: number;
  endedAt: number;
}

/** One process: its core, what its hub has counted, and what its streams were sent. */
interface Node {
  core: Workers;
  streams: number;
  countedAt: number;
  /** How many answers its newest frame counts; -1 before the first. */
  newestCount: number;
  /** The same of the last frame that each slice of its streams was sent. */
  sent: Int32Array;
  isSending: boolean;
}

/** How many answers, evenly spread, are timed on their way to stage and phones: timing all would take too long. */
const TIMED_ANSWERS = 2_000;
/** CPU of the database, in ms, each time that a node reads what has changed (every READ_EVERY_MS). An estimate. */
const CHANGES_READ_MS = 0.2;
/**
 * The share of a core that is always left for queued work, however much streams use: with none left, that work would
 * never end, and neither would the simulation.
 */
const MIN_CORE_SHARE = 0.02;

/**
 * A poll: a host opens it, the phones learn of it and answer, and every node counts the answers and shows them, as the hub
 * (`server/src/live/liveHub.ts`) and the streams (`server/src/http/liveStreams.ts`) do.
 */
export function simulatePoll({ phones, nodes, databaseCores, costs, answerMs, seed }: PollScene): PollOutcome {
  const queue = new EventQueue<(at: number) => void>();
  const random = seededRandom(seed);
  const shareLeft = (used: number) => Math.max(MIN_CORE_SHARE, 1 - used);
  const databaseIdle = (phones * costs.databaseStreamSecondUs) / 1e6 + (nodes * costs.databaseNodeSecondMs) / 1e3;
  const database = databaseCores > 0 ? new Workers(databaseCores, shareLeft(databaseIdle / databaseCores)) : undefined;
  /** How many streams a node writes to before a pause. */
  const sliceOf = (streams: number) => Math.max(1, Math.min(streams, Math.ceil((SLICE_MS * 1e3) / costs.frameUs)));
  const all = Array.from({ length: nodes }, (_, number): Node => {
    const streams = Math.floor(phones / nodes) + (number < phones % nodes ? 1 : 0);
    return {
      core: new Workers(1, shareLeft((streams * costs.streamSecondUs) / 1e6 + costs.nodeSecondMs / 1e3)),
      streams,
      countedAt: Number.NEGATIVE_INFINITY,
      newestCount: -1,
      sent: new Int32Array(Math.ceil(streams / sliceOf(streams))).fill(-1),
      isSending: false,
    };
  });
  const outcome = {
    opened: new Histogram(),
    answers: new Histogram(),
    toStage: new Histogram(),
    toPhones: new Histogram(),
    changeReads: 0,
    counts: 0,
    frames: 0,
    endedAt: 0,
  };
  /** When each answer was committed, ascending. */
  const commits: number[] = [];
  let shownOnStage = 0;
  const everyNth = Math.max(1, Math.floor(phones / TIMED_ANSWERS));
  /** How long an answer waits without using CPU: for the disk and the network. */
  const waitMs = Math.max(0, costs.answerP50Ms - costs.answerMs - costs.databaseAnswerMs);

  const query = ({ core }: Node, at: number, ms: number) => (database ?? core).work(at, ms);
  const isOver = () => commits.length === phones && all.every(({ sent }) => sent.every((count) => count === phones));

  /** Notes how long the answers between two counts took to show. */
  function record(delays: Histogram, from: number, to: number, at: number, weight: number): void {
    for (let answer = Math.ceil(from / everyNth) * everyNth; answer < to; answer += everyNth) {
      delays.add(at - (commits[answer] ?? at), weight);
    }
  }

  /** A node reads what has changed, and counts the answers when the last count is too old. */
  function readChanges(node: Node, at: number): void {
    if (isOver()) return;
    outcome.changeReads += 1;
    queue.plan(query(node, at, CHANGES_READ_MS).end, (read) => {
      const isDue = at - node.countedAt >= COUNT_AGE_MS.everyone;
      const planNext = (end: number) =>
        queue.plan(Math.max(at + READ_EVERY_MS, end + SHORTEST_PAUSE_MS), (next) => readChanges(node, next));
      if (node.newestCount < 0) {
        // The opening; results follow with the next count.
        show(node, 0, read);
        planNext(read);
      } else if (isDue || node === all[0]) count(node, { at, read, isDue }, planNext);
      else planNext(read);
    });
  }

  function count(
    node: Node,
    { at, read, isDue }: { at: number; read: number; isDue: boolean },
    planNext: (end: number) => void,
  ): void {
    if (isDue) node.countedAt = at;
    outcome.counts += 1;
    const { begin: countedAt, end } = query(node, read, (costs.countMs * commits.length) / 1e5);
    queue.plan(end, () => {
      const counted = committedAt(commits, countedAt);
      if (node === all[0]) {
        record(outcome.toStage, shownOnStage, counted, end, 1);
        shownOnStage = Math.max(shownOnStage, counted);
      }
      if (isDue) show(node, counted, end);
      planNext(end);
    });
  }

  function show(node: Node, count: number, at: number): void {
    if (count === node.newestCount) return;
    node.newestCount = count;
    if (node.isSending) return;
    node.isSending = true;
    sendSlice(node, 0, at);
  }

  /** Writes to the next streams that are behind, in their order; then other work has its turn. */
  function sendSlice(node: Node, from: number, at: number): void {
    const isBehind = (count: number) => count !== node.newestCount;
    const ahead = node.sent.subarray(from).findIndex(isBehind);
    // What has changed in between reaches the streams that are left first.
    const slice = ahead < 0 ? node.sent.findIndex(isBehind) : from + ahead;
    if (slice < 0) {
      node.isSending = false;
      return;
    }
    const before = node.sent[slice] ?? -1;
    const most = sliceOf(node.streams);
    const streams = Math.min(most, node.streams - slice * most);
    const { end } = node.core.work(at, (streams * costs.frameUs) / 1e3);
    const count = node.newestCount;
    node.sent[slice] = count;
    queue.plan(end, () => {
      outcome.frames += streams;
      for (let stream = 0; before < 0 && stream < streams; stream += 1) begin(node, end);
      record(outcome.toPhones, Math.max(0, before), count, end, streams);
    });
    const pausedUntil = end + PAUSE_MS;
    queue.plan(pausedUntil, () => sendSlice(node, slice + 1, pausedUntil));
  }

  /** A phone learns that the poll is open, with all that it needs to show and answer it (decision 060). */
  function begin(node: Node, at: number): void {
    outcome.opened.add(at);
    queue.plan(at + random() * answerMs, (sent) => {
      const worked = node.core.work(sent, costs.answerMs);
      queue.plan(worked.end, (end) => {
        const stored = query(node, end, costs.databaseAnswerMs).end;
        queue.plan(stored, (committed) => {
          commits.push(committed);
          outcome.answers.add(committed - sent + waitMs);
        });
      });
    });
  }

  for (const node of all) queue.plan(random() * READ_EVERY_MS, (at) => readChanges(node, at));
  for (let next = queue.next(); next; next = queue.next()) {
    outcome.endedAt = next.at;
    next.event(next.at);
  }
  return {
    ...outcome,
    stored: commits.length,
    shown: Math.min(...all.map(({ sent }) => Math.min(...sent))),
    nodeWaitMs: Math.max(...all.map(({ core }) => core.longestWaitMs)),
    databaseWaitMs: database?.longestWaitMs ?? 0,
    nodeCpu: Math.max(...all.map(({ core }) => core.busyMs)) / outcome.endedAt,
    databaseCpu: database ? database.busyMs / outcome.endedAt / databaseCores : 0,
  };
}

/** How many answers were committed by then. */
function committedAt(commits: number[], at: number): number {
  let [low, high] = [0, commits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((commits[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
