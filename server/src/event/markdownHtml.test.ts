import { expect, test } from 'vitest';
import { markdownHtml } from './markdownHtml.ts';

test('Markdown: it becomes the allowed tags; the page keeps its only h1', () => {
  expect(markdownHtml('# Title\n\nA *b* **c** `d`\n\n- e\n\n> f')).toBe(
    '<h2>Title</h2>\n<p>A <em>b</em> <strong>c</strong> <code>d</code></p>\n<ul>\n<li>e</li>\n</ul>\n<blockquote>\n<p>f</p>\n</blockquote>',
  );
});

test('Markdown: code keeps its lines', () => {
  expect(markdownHtml('```js\na\n  b\n```')).toBe('<pre><code>a\n  b\n</code></pre>');
});

test('Markdown: links go to the web, mail and phones only', () => {
  expect(markdownHtml('[a](https://a.example/) [b](mailto:b@b.example) [c](tel:+12025550100)')).toBe(
    '<p><a href="https://a.example/" rel="noopener">a</a> <a href="mailto:b@b.example" rel="noopener">b</a> ' +
      '<a href="tel:+12025550100" rel="noopener">c</a></p>',
  );
  expect(markdownHtml('[a](javascript:alert(1)) [b](//evil.example) [c](data:text/html,x)')).toBe(
    '<p><a rel="noopener">a</a> <a rel="noopener">b</a> <a rel="noopener">c</a></p>',
  );
});

test('Markdown: scripts, handlers, styles, frames and pictures are removed', () => {
  const html = markdownHtml(
    'a<script>alert(1)</script> <b onclick="x()">b</b> <p style="color:red" class="c">c</p>\n\n' +
      '<iframe src="https://x.example"></iframe><img src=x onerror=alert(1)><svg><script>1</script></svg>d',
  );
  expect(html).not.toMatch(/<(?!\/?p>)/);
  expect(html).not.toContain('alert');
  expect(html).toContain('d');
});
