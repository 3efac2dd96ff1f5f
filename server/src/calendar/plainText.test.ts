import { expect, test } from 'vitest';
import { markdownHtml } from '../event/markdownHtml.ts';
import { plainText } from './plainText.ts';

test('plainText: every block is a line, independent of the lines of the source', () => {
  const html = markdownHtml('## Bring\n\nA pen\nand *paper*.\n\n- one\n- two\n\n> Said\n\nlast  \nline');

  expect(plainText(html)).toBe('Bring\nA pen and paper.\n- one\n- two\nSaid\nlast\nline');
  expect(plainText('<p>a</p><p>b<br>c</p>')).toBe('a\nb\nc');
  expect(plainText(markdownHtml('a\n\n```\nb\nc\n```\n\nd'))).toBe('a\nb\nc\nd');
});

test('plainText: an HTML entity becomes its character, unescaped once', () => {
  expect(plainText('<p>R&amp;D &lt;b&gt; &quot;x&quot; &amp;lt; caf&eacute;&nbsp;&#8211;</p>')).toBe(
    'R&D <b> "x" &lt; café\u00a0–',
  );
});

test('plainText: a link keeps its address, unless its text is the address', () => {
  const html = markdownHtml('Join [by **video**](https://video.example/?a=1&b=2) or write to <help@example.com>.');

  expect(plainText(html)).toBe('Join by video (https://video.example/?a=1&b=2) or write to help@example.com.');
  expect(plainText(markdownHtml('See https://example.com/map'))).toBe('See https://example.com/map');
});

test('plainText: no markup remains', () => {
  expect(plainText('a<script>x</script><img src=x onerror=y><style>p{}</style><b onclick="x">b</b><!-- c -->')).toBe(
    'ab',
  );
  expect(plainText('<a href="javascript:x"><i>c</i></a> <a name=x>d')).toBe('c (javascript:x) d');
  expect(plainText('')).toBe('');
});
