import { setTimeout as delay } from 'node:timers/promises';
import { readableLiveState } from '@companion/contract/live';
import { openStaffSession } from '@companion/server/identity/staff/staffSessions';
import { addMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { followRevisions, type Revisions } from '../../../web/src/live/followRevisions.ts';
import type { Audience } from '../system/audience.ts';
import { percentile } from '../system/loops.ts';
import { nodeMetrics } from '../system/nodeMetrics.ts';
import { printResult, quantile, quantileText } from '../system/results.ts';
import type { System } from '../system/systems.ts';
import type { Follower } from './follower.ts';
import type { Frame } from './framesIn.ts';
import { type Hall, untilTrue } from './hall.ts';
import { sendAnswers } from './sendAnswers.ts';
import { findStagePoll, setOnStage } from './stage.ts';
import type { LiveFigures } from './targetLines.ts';

const WARM_UP_SECONDS = 10;
const VOTE_SECONDS = 20;
/** Of the votes that are going on, until the publication. */
const PUBLISHED_AFTER_MS = 5_000;
const CHANGED_SESSIONS = 3;
/** The phone whose owner has saved one of them. */
const SAVER = 0;
/** How often the frames that have arrived are looked at. */
const LOOKED_AT_MS = 20;

/**
 * A publication of some changed sessions while all vote, from its revision until each phone has it: from the frame, or
 * from the list, which it then reads by the app's own rules. The votes are compared with the same ones before it.
 */
export async function measurePublished({ system, audience, phones }: Hall): Promise<LiveFigures> {
  const poll = await findStagePoll(system);
  const vote = (seconds: number) => sendAnswers({ urls: system.urls, accounts: audience.accounts, poll, seconds });
  const { changed, publish } = await preparePublication(system);
  const body = { campaignId: 'agenda', contentId: changed, saved: true };
  const saved = await audience.ask(SAVER, { call: 'saveSession', body })();
  if (saved.status !== 200) throw new Error(`The session could not be saved: ${saved.status} ${saved.text}`);
  await setOnStage(system, poll, true);
  // The first votes add rows, all later ones change them.
  await vote(WARM_UP_SECONDS);
  const nodesBefore = await readNodes(system);
  const alone = await vote(VOTE_SECONDS);
  const nodesAlone = await readNodes(system);
  for (const each of phones) each.received = [];
  const following = await followAgenda(phones, audience);
  const voting = vote(VOTE_SECONDS);
  await delay(PUBLISHED_AFTER_MS);
  const publishedAt = await publish();
  const besides = await voting;
  const nodesBesides = await readNodes(system);
  await untilTrue(() => following.knownAt.every((at) => at !== undefined));
  following.stop();
  await setOnStage(system, poll, false);
  const unsorted = following.knownAt.map((at = Number.POSITIVE_INFINITY) => at - publishedAt);
  const delays = unsorted.toSorted((a, b) => a - b);
  const bySecond = Map.groupBy(following.reads, (at) => Math.floor((at - publishedAt) / 1000));
  const figures = {
    publishedAll: quantile(delays, 1),
    publishedReads: Math.max(0, ...[...bySecond.values()].map(({ length }) => length)),
    publishedVotes: percentile(besides, 0.95) / percentile(alone, 0.95),
  };
  const failed = [...besides.statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);
  printResult(
    `${CHANGED_SESSIONS} sessions published: p50, p95, all from the revision`,
    quantileText(delays, [0.5, 0.95, 1]),
  );
  printResult('  on the phone of one who has saved such a session', `${unsorted[SAVER]?.toFixed(0)} ms`);
  printResult('  lists read, and in the busiest second', `${following.reads.length}, ${figures.publishedReads}`);
  printResult('  a vote before: p50, p95', quantileText(alone.latencies, [0.5, 0.95]));
  printResult('  a vote meanwhile: p50, p95; failed', `${quantileText(besides.latencies, [0.5, 0.95])}; ${failed}`);
  // Without the load generator, which shares the cores.
  printResult(
    '  the same in the nodes, before and meanwhile: mean',
    `${meanVote(nodesBefore, nodesAlone)}, ${meanVote(nodesAlone, nodesBesides)} ms`,
  );
  printResult('  event loop of each node, before: p99 of its delay', `${nodesAlone.loop} ms`);
  printResult('  event loop of each node, meanwhile: p99', `${nodesBesides.loop} ms`);
  return figures;
}

const VOTE = 'http_request_duration_seconds';
const LABELS = '{call="answerQuestion"}';
const LOOP_P99 = 'nodejs_eventloop_lag_p99_seconds';

type NodesRead = Awaited<ReturnType<typeof readNodes>>;

/** How long votes have taken in the nodes so far, and how late their event loops were since the last reading. */
async function readNodes({ urls }: System) {
  const nodes = await Promise.all(urls.map(nodeMetrics));
  const sumOf = (name: string) => nodes.reduce((sum, node) => sum + (node.get(`${VOTE}_${name}${LABELS}`) ?? 0), 0);
  return {
    seconds: sumOf('sum'),
    votes: sumOf('count'),
    loop: nodes.map((node) => ((node.get(LOOP_P99) ?? Number.NaN) * 1000).toFixed(0)).join(', '),
  };
}

const meanVote = (from: NodesRead, to: NodesRead): string =>
  ((1000 * (to.seconds - from.seconds)) / (to.votes - from.votes)).toFixed(1);

/** When each phone has the new agenda, and when lists were read for it. */
async function followAgenda(phones: Follower[], audience: Audience) {
  const knownAt: (number | undefined)[] = phones.map(() => undefined);
  const reads: number[] = [];
  const { text } = await audience.ask(0, { call: 'getLiveState' })();
  const before = readableLiveState.parse(JSON.parse(text).results);
  const followers = phones.map((_, number) => {
    const follower = followRevisions({
      refetch: (topic) => {
        reads.push(Date.now());
        const read = audience.ask(number, {
          call: topic === 'agenda' ? 'getContent' : 'getQuestions',
          encoding: 'br',
        })();
        if (topic === 'agenda') void read.then(() => note(number, Date.now()));
      },
      // Phones have the list of the revision before, which a frame with the changes brings up to date.
      bring: (topic) => topic === 'agenda' && agendaOf(number)?.changed !== undefined,
    });
    follower.follow({ questions: before.questions, agenda: before.agenda });
    return follower;
  });
  const note = (number: number, at: number) => {
    knownAt[number] ??= at;
  };
  const newest: Partial<Revisions>[] = phones.map(() => ({}));
  const agendaOf = (number: number) => newest[number]?.agenda;
  const seen = phones.map(() => 0);
  const look = () => {
    for (const [number, { received }] of phones.entries()) {
      if (received.length === seen[number]) continue;
      for (const { at, frame } of received.slice(seen[number])) {
        if (frame.event !== 'agenda' && frame.event !== 'questions') continue;
        newest[number] = stateOf(frame);
        const brought = followers[number]?.follow(newest[number]) ?? [];
        if (brought.includes('agenda')) note(number, at);
      }
      seen[number] = received.length;
    }
  };
  const timer = setInterval(look, LOOKED_AT_MS);
  return {
    knownAt,
    reads,
    stop: () => {
      clearInterval(timer);
      for (const each of followers) each.stop();
    },
  };
}

/** By the frame, which all phones share: phones parse it on processors of their own. */
const states = new WeakMap<Frame, Partial<Revisions>>();

function stateOf(frame: Frame): Partial<Revisions> {
  const known = states.get(frame);
  if (known) return known;
  // The frame of a topic has the state of that topic.
  const state = { [frame.event]: JSON.parse(frame.data) } as Partial<Revisions>;
  states.set(frame, state);
  return state;
}

interface Publication {
  /** A session that it changes. */
  changed: string;
  /** @returns when its revision was made */
  publish: () => Promise<number>;
}

/** Changes sessions of the draft. */
async function preparePublication(system: System): Promise<Publication> {
  const [url = ''] = system.urls;
  // addMember uses the handle and the clock only.
  const services = { db: system.db, now: Date.now } as Parameters<typeof addMember>[0]['services'];
  const { id } = await addMember({ services }, 'editor');
  const token = await openStaffSession(system.db, id, 'bench', Date.now());
  // The address of a node that is given none.
  const origin = url.replace('127.0.0.1', 'localhost');
  const member = staffBrowser({ url, origin }, new Map([['__Host-staff', token]]));
  const { agenda } = (await member.ask('getProgramme')).results.programme;
  const edits = agenda.slice(0, CHANGED_SESSIONS).map(({ id: session, room = null }) => {
    return { op: 'set', list: 'agenda', id: session, field: 'room', from: room, to: 'Another hall' };
  });
  const { version } = (await member.ask('editProgramme', { body: { edits } })).results;
  const publish = async () => {
    await member.ask('publishProgramme', { body: { version } });
    const { published_at } = await system.db
      .selectFrom('revisions')
      .select('published_at')
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return published_at;
  };
  return { changed: agenda[0]?.id ?? '', publish };
}
