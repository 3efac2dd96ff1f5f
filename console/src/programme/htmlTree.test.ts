import { expect, test } from 'vitest';
import { htmlTree } from './htmlTree.ts';

test('elements, texts and links of what the server makes of Markdown', () => {
  expect(
    htmlTree('<p>Tom &amp; <strong>Ada</strong><br>1 &lt; 2</p><a href="https://a.example/?x=1&amp;y=2">go</a>'),
  ).toEqual([
    { tag: 'p', children: ['Tom & ', { tag: 'strong', children: ['Ada'] }, { tag: 'br', children: [] }, '1 < 2'] },
    { tag: 'a', href: 'https://a.example/?x=1&y=2', children: ['go'] },
  ]);
});

test('unknown elements, handlers and addresses that run are left out', () => {
  expect(
    htmlTree(
      '<script>x</script><p onclick="x">y</p><a href="javascript:x">z</a><a href="//evil.example">w</a><img src=x>',
    ),
  ).toEqual(['x', { tag: 'p', children: ['y'] }, { tag: 'a', children: ['z'] }, { tag: 'a', children: ['w'] }]);
});

test('what is not closed, or closed twice, keeps its text', () => {
  expect(htmlTree('<ul><li>one</ul></p>two < three')).toEqual([
    { tag: 'ul', children: [{ tag: 'li', children: ['one'] }] },
    'two ',
    '<',
    ' three',
  ]);
});
