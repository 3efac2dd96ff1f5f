import { expect, test } from 'vitest';
import { pressQueue } from './pressQueue.ts';

/** A queue whose acts end when the test says so. */
function heldQueue() {
  const begun: string[] = [];
  const shown: string[][] = [];
  let end: (isDone: boolean) => void = () => {};
  const press = pressQueue<string>(
    (act) => {
      begun.push(act);
      return new Promise((resolve) => {
        end = resolve;
      });
    },
    (pending) => shown.push([...pending]),
  );
  const finish = async (isDone = true) => {
    end(isDone);
    await new Promise(setImmediate);
  };
  return { press, finish, begun, shown };
}

test('press queue: what is pressed while a change is under way waits for it, and none is lost', async () => {
  const { press, finish, begun, shown } = heldQueue();
  press('open');
  press('reveal');
  press('next');
  expect(begun).toEqual(['open']);
  await finish();
  expect(begun).toEqual(['open', 'reveal']);
  await finish();
  await finish();
  expect(begun).toEqual(['open', 'reveal', 'next']);
  expect(shown.at(-1)).toEqual([]);
});

test('press queue: the same key pressed again before its turn is over counts once, and afterwards anew', async () => {
  const { press, finish, begun } = heldQueue();
  press('toggle');
  press('toggle');
  press('reveal');
  press('reveal');
  await finish();
  await finish();
  expect(begun).toEqual(['toggle', 'reveal']);
  press('reveal');
  expect(begun).toEqual(['toggle', 'reveal', 'reveal']);
});

test('press queue: after a change that failed, nothing is done that was pressed on top of it', async () => {
  const { press, finish, begun, shown } = heldQueue();
  press('close');
  press('reveal');
  await finish(false);
  expect(begun).toEqual(['close']);
  expect(shown.at(-1)).toEqual([]);
  press('close');
  expect(begun).toEqual(['close', 'close']);
});
