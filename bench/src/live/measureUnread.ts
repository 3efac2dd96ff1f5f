import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeJwt, SignJWT } from 'jose';
import { nodeMetrics } from '../system/nodeMetrics.ts';
import { printResult } from '../system/results.ts';
import { openUnread } from './follower.ts';
import { bearer, type Hall, residentMegabytes, rotated } from './hall.ts';
import { announceAgenda } from './stage.ts';
import type { LiveFigures } from './targetLines.ts';

const WARM_UP_CHANGES = 40;
const CHANGES = 120;
const CHANGE_MS = 250;
/** Of their tokens: real ones are valid for 10 minutes. Streams end up to 30 s later (decision 047). */
const LIFETIME_S = 40;
const LONGEST_END_MS = 45_000;
const CHECK_MS = 500;
/** How many connections are opened at once. */
const OPENING = 100;

/**
 * Clients that open a stream and never read it, while every reading of changes finds one. The operating system buffers
 * what is sent to them for longer than this takes, so the server cannot recognize them: they cost what other streams do,
 * and end with their tokens.
 */
export async function measureUnread({ system, others }: Hall): Promise<{ figures: LiveFigures }> {
  await announce(system, WARM_UP_CHANGES);
  const before = await residentMegabytes(system);
  const cutBefore = await cutStreams(system.urls);
  const sockets: (Socket | undefined)[] = [];
  for (let start = 0; start < others.length; start += OPENING) {
    const some = others.slice(start, start + OPENING).map(async ({ token }, i) => {
      const [url = ''] = rotated(system.urls, i);
      return openUnread(url, bearer(await shortLived(token, system.keys.access)));
    });
    sockets.push(...(await Promise.all(some)));
  }
  await announce(system, CHANGES);
  const after = await residentMegabytes(system);
  const deadline = performance.now() + LONGEST_END_MS;
  let cut = 0;
  while (cut < others.length && performance.now() < deadline) {
    await delay(CHECK_MS);
    cut = (await cutStreams(system.urls)) - cutBefore;
  }
  for (const each of sockets) each?.destroy();
  const memory = Math.max(...after.map((megabytes, node) => megabytes - (before[node] ?? 0)));
  const kept = Math.max(0, others.length - cut);
  printResult(
    `${others.length} clients that never read, 30 s of changes`,
    `${memory.toFixed(0)} MB more in a node; ${kept} not cut`,
  );
  return { figures: { unreadMemory: memory, unreadLeft: kept } };
}

async function announce(system: Hall['system'], changes: number): Promise<void> {
  for (let change = 0; change < changes; change += 1) {
    await announceAgenda(system);
    await delay(CHANGE_MS);
  }
}

/** How many streams the nodes have ended because their token expired, or because their client did not read. */
async function cutStreams(urls: string[]): Promise<number> {
  const nodes = await Promise.all(urls.map(nodeMetrics));
  const ended = (why: string) =>
    nodes.reduce((sum, node) => sum + (node.get(`live_streams_ended_total{why="${why}"}`) ?? 0), 0);
  return ended('expired') + ended('behind');
}

/** The same token, which expires sooner. */
const shortLived = (token: string, key: Parameters<SignJWT['sign']>[0]): Promise<string> =>
  new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(`${LIFETIME_S}s`).sign(key);
