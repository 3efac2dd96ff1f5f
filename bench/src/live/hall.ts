import { setTimeout as delay } from 'node:timers/promises';
import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { credentials } from '@companion/contract/session';
import { type Account, Audience } from '../system/audience.ts';
import { Caller } from '../system/caller.ts';
import { type DatabaseUsage, databaseUsage } from '../system/databaseUsage.ts';
import { nodeMetrics } from '../system/nodeMetrics.ts';
import { openAccounts } from '../system/openAccounts.ts';
import type { NodeUsage, System } from '../system/systems.ts';
import { type Credential, Follower } from './follower.ts';
import { addStageScreen } from './stage.ts';

/** A system with open streams: everything that the scenarios share. */
export interface Hall {
  system: System;
  audience: Audience;
  /** Accounts without a stream. */
  others: Account[];
  phones: Follower[];
  screen: Follower;
  /** What the servers used between two moments without streams, and while the streams were opened. */
  vacant: [Usages, Usages];
  opening: [Usages, Usages];
  /** What all nodes together hold in memory for the streams. */
  streamsMegabytes: number;
  close(): Promise<void>;
}

/** What nodes and database have used so far. */
export interface Usages {
  at: number;
  nodes: NodeUsage[];
  database: DatabaseUsage;
}

/** How many streams are opened at once. */
const OPENING = 100;
const CONNECTIONS = 64;
/** For the rest of the work that registering has caused. */
const SETTLING_MS = 3_000;
/** The metrics that add up to what a node holds. */
const HELD = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'];
/** How long the servers are watched without streams. */
const VACANT_MS = 5_000;

/** Registers accounts, and opens the streams of phones and of a stage screen. */
export async function openHall(
  system: System,
  { streams, others }: { streams: number; others: number },
): Promise<Hall> {
  const callers = system.urls.map((url) => new Caller(url, CONNECTIONS / system.urls.length));
  const accounts = await openAccounts(callers, streams + others);
  const audience = new Audience(callers, accounts.slice(0, streams));
  const phones = audience.accounts.map((account, i) => {
    const caller = callers[i % callers.length];
    if (!caller) throw new Error('There is no server.');
    return new Follower(rotated(system.urls, i), credentialOf(account, caller));
  });
  const screenHeader = await addStageScreen(system);
  const screen = new Follower(system.urls, { header: () => screenHeader, renew: async () => false }, STAFF_LIVE_PATH);
  await delay(SETTLING_MS);
  const vacant = await usagesOf(system);
  await delay(VACANT_MS);
  const vacantUntil = await usagesOf(system);
  const emptyMegabytes = sumOf(await heldMegabytes(system));
  const before = await usagesOf(system);
  await openAll([screen, ...phones]);
  const full = await usagesOf(system);
  return {
    system,
    audience,
    phones,
    screen,
    streamsMegabytes: sumOf(await heldMegabytes(system)) - emptyMegabytes,
    vacant: [vacant, vacantUntil],
    opening: [before, full],
    others: accounts.slice(streams),
    close: async () => {
      for (const each of [screen, ...phones]) each.close();
      for (const caller of callers) await caller.close();
    },
  };
}

export async function usagesOf(system: System): Promise<Usages> {
  return { at: performance.now(), nodes: await system.usageOfNodes(), database: await databaseUsage(system) };
}

/** The resident memory of each node, once its garbage is collected. */
export async function residentMegabytes(system: System): Promise<number[]> {
  await system.collectGarbage();
  return (await system.usageOfNodes()).map(({ megabytes }) => megabytes);
}

/**
 * What each node holds, without garbage. Its resident memory does not show that: it includes what is free, of which V8
 * and the allocator keep much.
 */
export async function heldMegabytes(system: System): Promise<number[]> {
  await system.collectGarbage();
  const nodes = await Promise.all(system.urls.map(nodeMetrics));
  return nodes.map((node) => HELD.reduce((sum, name) => sum + (node.get(name) ?? Number.NaN), 0) / 1e6);
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** The CPU seconds of all nodes together. */
export const nodesCpu = ({ nodes }: Usages): number => sumOf(nodes.map(({ cpu }) => cpu));

export const bearer = (token: string): string => `authorization: Bearer ${token}`;

/** The nodes, beginning with another one for each client. */
export const rotated = (urls: string[], by: number): string[] => urls.map((_, i) => urls[(i + by) % urls.length] ?? '');

export async function untilTrue(check: () => boolean, timeout = 30_000): Promise<void> {
  const end = performance.now() + timeout;
  while (!check() && performance.now() < end) await delay(20);
}

function credentialOf(account: Account, caller: Caller): Credential {
  return {
    header: () => bearer(account.token),
    renew: async () => {
      const answer = await caller.send({ call: 'refresh', body: { refresh_token: account.refreshToken } });
      if (answer.status !== 200) return answer.status !== 401;
      const renewed = credentials.parse(JSON.parse(answer.text));
      Object.assign(account, { token: renewed.access_token, refreshToken: renewed.refresh_token });
      return true;
    },
  };
}

async function openAll(followers: Follower[]): Promise<void> {
  for (let start = 0; start < followers.length; start += OPENING) {
    const statuses = await Promise.all(followers.slice(start, start + OPENING).map((each) => each.open()));
    const wrong = statuses.find((status) => status !== 200);
    if (wrong !== undefined) throw new Error(`A stream was not opened: ${wrong}`);
  }
}
