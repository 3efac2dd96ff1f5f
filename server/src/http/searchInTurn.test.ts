import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Services } from '../platform/services.ts';
import { searchInTurn } from './searchInTurn.ts';

// What it reads of the services and of a request.
const services = { db: {} } as Services;
const requestOf = (socket: { destroyed: boolean }) => ({ raw: { socket } }) as unknown as FastifyRequest;

test('searches run one at a time on a node, lists without a search at once, and one whose client has left ends', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, memberId: string, search = 'text', socket = { destroyed: false }) =>
    searchInTurn({ services, member: { id: memberId }, request: requestOf(socket) }, search, async (pause) => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      await pause();
      return name;
    });
  const socket = { destroyed: false };
  const left = start('left', 'one', 'text', socket);
  const second = start('second', 'one');
  const third = start('third', 'two');
  const list = start('list', 'one', '');
  await nextRound();
  expect(begun).toEqual(['left', 'list']);

  socket.destroyed = true;
  const refused = expect(left).rejects.toThrow('aborted');
  ends.get('left')?.();
  await refused;
  await nextRound();
  // The other member had waited before.
  expect(begun).toEqual(['left', 'list', 'third']);
  ends.get('third')?.();
  await third;
  await nextRound();
  for (const name of ['second', 'list']) ends.get(name)?.();
  expect(await Promise.all([second, list])).toEqual(['second', 'list']);
});
