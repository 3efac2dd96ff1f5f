import { setTimeout as delay } from 'node:timers/promises';
import { printResult } from '../system/results.ts';
import { type Hall, heldMegabytes, usagesOf } from './hall.ts';
import { findStagePoll, setOnStage } from './stage.ts';
import type { LiveFigures } from './targetLines.ts';

const MINUTE_MS = 60_000;
const CHANGE_MS = 1_000;
/** Caches fill, and code is compiled, in the first minutes. */
const WARM_UP_MINUTES = 3;
/** How many minutes at the beginning and at the end are compared. */
const COMPARED = 3;

interface Minute {
  /** Without garbage and free memory, which come and go by a hundred megabytes. */
  megabytes: number;
  files: number;
}

/** Whether memory and open files of the nodes grow, while every phone gets a frame each second and renews its session. */
export async function measureSoak({ system, phones }: Hall, minutes: number): Promise<{ figures: LiveFigures }> {
  const poll = await findStagePoll(system);
  const seen: Minute[][] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    const held = await heldMegabytes(system);
    const nodes = (await usagesOf(system)).nodes.map(({ files, megabytes: resident }, node) => ({
      files,
      resident,
      megabytes: held[node] ?? Number.NaN,
    }));
    seen.push(nodes);
    const open = phones.filter(({ isOpen }) => isOpen).length;
    const memory = nodes.map(({ megabytes, resident }) => `${megabytes.toFixed(1)} of ${resident.toFixed(0)} MB`);
    printResult(
      `minute ${minute}`,
      `${memory.join(', ')}; ${nodes.map(({ files }) => files).join(', ')} open files; ${open} streams`,
    );
    const end = performance.now() + MINUTE_MS;
    for (let change = 0; minute < minutes && performance.now() < end; change += 1) {
      await setOnStage(system, poll, change % 2 === 0);
      for (const each of phones) each.received = [];
      await delay(CHANGE_MS);
    }
  }
  const signedOut = phones.filter(({ isSignedOut }) => isSignedOut).length;
  return { figures: { ...growth(seen), signedOut } };
}

/** The most that a node has grown. */
export function growth(minutes: Minute[][]): Pick<LiveFigures, 'soakMemory' | 'soakFiles'> {
  const first = minutes.slice(WARM_UP_MINUTES, WARM_UP_MINUTES + COMPARED);
  const last = minutes.slice(-COMPARED);
  const mean = (some: Minute[][], node: number, key: keyof Minute) =>
    some.reduce((sum, nodes) => sum + (nodes[node]?.[key] ?? 0), 0) / some.length;
  const nodes = minutes[0]?.map((_, node) => node) ?? [];
  return {
    soakMemory: Math.max(
      ...nodes.map((node) => (mean(last, node, 'megabytes') / mean(first, node, 'megabytes') - 1) * 100),
    ),
    soakFiles: Math.max(...nodes.map((node) => mean(last, node, 'files') - mean(first, node, 'files'))),
  };
}
