import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { moveEdit } from './moveEdit.ts';

const LIST: ProgrammeEntry[] = ['a1', 'b1', 'a2', 'b2', 'a3'].map((id) => ({ id, campaign: id.charAt(0) }));
const ofCampaign = (campaign: string) => LIST.filter((entry) => entry.campaign === campaign);

test.each([
  ['a3', -1, 'b1'],
  ['a2', -1, null],
  ['b2', -1, 'a1'],
  ['a1', 1, 'a2'],
  ['b1', 1, 'b2'],
  ['a1', 2, 'a3'],
])('moving: %s by %i among its neighbours comes after %s in the list', (id, by, after) => {
  const edit = moveEdit('questions', LIST, ofCampaign(id.charAt(0)), id, by);
  expect(edit).toEqual({ op: 'move', list: 'questions', id, after });
});

test('moving: nothing goes beyond the ends', () => {
  expect(moveEdit('questions', LIST, ofCampaign('a'), 'a1', -1)).toBeUndefined();
  expect(moveEdit('questions', LIST, ofCampaign('a'), 'a3', 1)).toBeUndefined();
});
