import type { ContentItem } from '@companion/contract/content';
import { expect, test } from 'vitest';
import { currentContent } from './currentContent.ts';

const item = (id: string, changed: Partial<ContentItem> = {}) =>
  ({ id, title: id, vote: null, comment: null, ...changed }) as ContentItem; // The rest is not looked at.
const OWN = { vote: 'up', comment: 'Well put', commentedAt: 'noon', saved: true, ownNote: 'Ask Ada' } as const;
const LIST = [item('a'), item('b', OWN), item('c'), item('d')];

test('content: what has changed takes its place, and what is the attendee’s own stays (decision 063)', () => {
  const changed = {
    since: 1,
    removed: ['c'],
    items: [
      { ...item('new'), after: null },
      { ...item('b', { title: 'Moved' }), after: 'd' },
    ],
  };
  const list = currentContent(LIST, changed, new Map());
  expect(list.map(({ id }) => id)).toEqual(['new', 'a', 'd', 'b']);
  expect(list.at(-1)).toMatchObject({ title: 'Moved', ...OWN });
  expect(list[0]).toMatchObject({ vote: null, comment: null });
});

test('content: what comes back has what was the attendee’s own as it was removed', () => {
  const gone = new Map(LIST.map((each) => [each.id, each]));
  const without = currentContent(LIST, { since: 1, removed: ['b'], items: [] }, gone);
  const back = { since: 2, removed: [], items: [{ ...item('b', { title: 'Back' }), after: 'a', isBack: true }] };
  expect(currentContent(without, back, gone)).toEqual([
    LIST[0],
    item('b', { title: 'Back', ...OWN }),
    ...LIST.slice(2),
  ]);
});
