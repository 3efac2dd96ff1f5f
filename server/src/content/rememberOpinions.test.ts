import { expect, test } from 'vitest';
import type { Opinions } from './contentQueries.ts';
import { rememberOpinions } from './rememberOpinions.ts';

const voted = (vote: 'up' | 'down'): Opinions => new Map([['keynote', { vote, comment: null }]]);

test('what was read is kept until it changes, for each account by itself', async () => {
  const asked: string[] = [];
  const opinions = rememberOpinions(async (accountId) => {
    asked.push(accountId);
    return voted('up');
  });
  for (const accountId of ['ada', 'ada', 'bo', 'ada']) await opinions.of(accountId);
  opinions.changed('ada');
  for (const accountId of ['ada', 'bo']) await opinions.of(accountId);

  expect(asked).toEqual(['ada', 'bo', 'ada']);
});

test('a read that a change overtakes does not stay', async () => {
  const reads = [Promise.withResolvers<Opinions>(), Promise.withResolvers<Opinions>()];
  let number = 0;
  const opinions = rememberOpinions(() => reads[number++]?.promise ?? Promise.reject(new Error('two reads')));
  const before = opinions.of('ada');
  opinions.changed('ada');
  reads[0]?.resolve(voted('up'));
  reads[1]?.resolve(voted('down'));

  expect(await before).toEqual(voted('up'));
  expect(await opinions.of('ada')).toEqual(voted('down'));
});

test('a read that failed is not kept', async () => {
  let fails = true;
  const opinions = rememberOpinions(async () => {
    if (fails) throw new Error('away');
    return voted('up');
  });
  await expect(opinions.of('ada')).rejects.toThrow('away');
  fails = false;

  expect(await opinions.of('ada')).toEqual(voted('up'));
});
