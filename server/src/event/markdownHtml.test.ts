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

test.each([
  ['emphasis without an end', '_a*'],
  ['emphasis of both kinds', '*a_b'],
  ['brackets', '['],
  ['strikes without an end', 'a~~'],
])('Markdown: a paragraph of %s is shown as it is written, in a short time', (_, mark) => {
  const text = mark.repeat(6_000);
  const before = process.cpuUsage().user;

  expect(markdownHtml(`${text}\n\nand **more**`)).toBe(`<p>${text}</p>\n<p>and <strong>more</strong></p>`);

  // Without the bound it takes several seconds.
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(400);
});

test('Markdown: the end of an address and lines like those of tables take a short time', () => {
  const before = process.cpuUsage().user;

  markdownHtml(`https://example.com/${'.'.repeat(30_000)}`);
  markdownHtml('a\n-\n'.repeat(6_000));

  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2_000);
});

test('Markdown: a long text with marks in every line is shown with all of them', () => {
  const html = markdownHtml('- **Name**: see [the _page_](https://a.example)\n'.repeat(500));

  expect(html.match(/<strong>Name<\/strong>: see <a href="https:\/\/a.example" rel="noopener">the <em>/g)).toHaveLength(
    500,
  );
});
