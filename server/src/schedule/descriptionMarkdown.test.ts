import { scaled } from '@companion/testkit/timeScale';
import { expect, test } from 'vitest';
import { markdownHtml } from '../event/markdownHtml.ts';
import { descriptionMarkdown } from './descriptionMarkdown.ts';

/** The HTML of an attendee's page. */
const shown = (description: string) => markdownHtml(descriptionMarkdown(description));

test('descriptionMarkdown: HTML becomes Markdown: paragraphs, headings, lists, quotations, code, tables, links and emphasis', () => {
  expect(
    descriptionMarkdown(
      '<h1>Title</h1>\n<p>A <b>bold </b>and <em>fine</em> <a href="https://a.example/x_(y)">link</a><br>next</p>' +
        '<div>one<br><br>two</div><ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul><ol><li>x<li>y</ol>' +
        '<blockquote><p>q</p><p>r</p></blockquote><pre>if (a) {\n  b`c`\n}</pre>' +
        '<table><tr><th>Day</th><td>One</td></tr></table><p>Mail <a href="mailto:a@b.example">us</a> <code>x_y</code></p>',
    ),
  ).toBe(
    [
      '## Title',
      'A **bold** and *fine* [link](<https://a.example/x_(y)>)\\\nnext',
      'one',
      'two',
      '-   a\n    -   b\n-   c',
      '\n1.  x\n2.  y',
      '> q\n>\n> r',
      '```\nif (a) {\n  b`c`\n}\n```',
      'Day – One',
      'Mail [us](mailto:a@b.example) `x_y`',
    ].join('\n\n'),
  );
});

test('descriptionMarkdown: text of HTML is never read as Markdown', () => {
  const text = '5 * 3 _x_ snake_case [a](b) `c` &lt;b&gt; &amp;lt; \\ ~~d~~';

  expect(shown(`<p>${text}</p><p># e</p><p>- f</p><p>1. g</p><p>&gt; h</p><p>---</p>`)).toBe(
    '<p>5 * 3 _x_ snake_case [a](b) `c` &lt;b&gt; &amp;lt; \\ ~~d~~</p>\n' +
      '<p># e</p>\n<p>- f</p>\n<p>1. g</p>\n<p>&gt; h</p>\n<p>---</p>',
  );
});

test.each([
  '<p>a</p><script>alert(1)</script><p onclick="alert(1)">b</p>',
  '<p><a href="javascript:alert(1)">a</a><img src=x onerror=alert(1)></p>',
  '<p>a</p><style>*{display:none}alert</style><iframe src="https://alert.example"></iframe>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '[a](javascript:alert(1)) ![x](https://alert.example/x.png)',
  '<p>a<!-- alert --></p><svg><script>alert(1)</script></svg>',
  '<p>&lt;script&gt;x&lt;/script&gt;</p>',
  'a <script>alert(1)',
  `${'<div>'.repeat(5_000)}a`,
  '<p>[a]: javascript:alert(1)</p><p>[x][a]</p>',
])('descriptionMarkdown: nothing in %s runs or loads on a page', (description) => {
  const html = shown(description);

  expect(html).not.toMatch(/<(?!\/?(?:p|em|strong|a|br|ul|li)\b)/);
  expect(html).not.toMatch(/<[^>]*(?:script:|\son|src|style)/);
});

test('descriptionMarkdown: plain text keeps its lines and its lists, but not the line breaks of an editor', () => {
  expect(shown('Speakers:\nAda\nBo\n\n• one\n• two')).toBe(
    '<p>Speakers:<br />Ada<br />Bo</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  );
  expect(shown('This line was broken by the editor in which it was\nwritten, and goes on.')).toBe(
    '<p>This line was broken by the editor in which it was\nwritten, and goes on.</p>',
  );
  expect(shown('    indented, but no code\n\n#hashtag')).toBe('<p>indented, but no code</p>\n<p>#hashtag</p>');
  expect(shown('It covers:\n\n    * one\n      * below\n    * two')).toBe(
    '<p>It covers:</p>\n<ul>\n<li>one<ul>\n<li>below</li>\n</ul>\n</li>\n<li>two</li>\n</ul>',
  );
});

test('descriptionMarkdown: Markdown stays Markdown; text that only looks like a tag stays text', () => {
  const markdown = '## Agenda\n\n- **one**\n- `Map<K>`\n\n> quoted\n\n[link](https://a.example)';
  expect(descriptionMarkdown(markdown)).toBe(markdown);
  expect(shown('List<String> <https://a.example> 3 < 4')).toBe(
    '<p>List&lt;String&gt; <a href="https://a.example" rel="noopener">https://a.example</a> 3 &lt; 4</p>',
  );
  expect(shown('a <b>bold</b> <a href="https://a.example">link</a><br>next')).toBe(
    '<p>a <strong>bold</strong> <a href="https://a.example" rel="noopener">link</a><br />next</p>',
  );
  expect(descriptionMarkdown('```\na <b>\n\nb\n```\n\nc')).toContain('\n\nb\n```\n\nc');
});

test.each([
  ['plain text', 'See https://a.example/~ada/_x_\nnext', 'https://a.example/~ada/_x_', '<br />next'],
  ['HTML', '<p>See https://a.example/~ada/_x_<br>next</p>', 'https://a.example/~ada/_x_', '<br />next'],
  ['brackets', 'x\n(see https://a.example/x_(y))\nnext', 'https://a.example/x_(y)', ')<br />next'],
  ['a sentence', '<p>See https://a.example/a_b_c?d=~e.<br>Next</p>', 'https://a.example/a_b_c?d=~e', '.<br />Next'],
  ['emphasis', 'Note:\n**https://a.example/x**\nnext', 'https://a.example/x', '</strong><br />next'],
  [
    'a link with its address as text',
    '<p><a href="https://a.example/~b">https://a.example/~b</a><br>n</p>',
    'https://a.example/~b',
    '<br />n',
  ],
])(
  'descriptionMarkdown: an address in %s becomes a correct link, also at the end of a line',
  (_, description, address, after) => {
    expect(shown(description)).toContain(`<a href="${address}" rel="noopener">${address}</a>${after}`);
  },
);

test('descriptionMarkdown: an address without a scheme becomes a link too; an address that Markdown already links stays unchanged', () => {
  expect(shown('<p>www.a.example/~b_c<br>next</p>')).toBe(
    '<p><a href="http://www.a.example/~b_c" rel="noopener">www.a.example/~b_c</a><br />next</p>',
  );
  for (const line of ['[x](https://a.example/~b)', '<https://a.example/~b>', '`https://a.example/~b`']) {
    expect(descriptionMarkdown(`${line}\nnext`)).toBe(`${line}\\\nnext`);
  }
});

test('descriptionMarkdown: code keeps its lines and its indentation, preformatted or fenced, in HTML, Markdown and lists', () => {
  const code = '<pre><code>if (a) {\n  b\n\n  &lt;br&gt;\n}\n</code></pre>';
  expect(shown('<p>a</p><pre>if (a) {\n  b\n\n  &lt;br&gt;\n}</pre>')).toBe(`<p>a</p>\n${code}`);
  expect(shown('<p>a</p>\n```js\nif (a) {\n  b\n\n  <br>\n}\n```\n<p>c</p>')).toBe(`<p>a</p>\n${code}\n<p>c</p>`);
  expect(shown('a\n~~~\nif (a) {\n  b\n\n  <br>\n}\n~~~\nc')).toBe(`<p>a</p>\n${code}\n<p>c</p>`);
  expect(shown('<pre><div>a</div><div>b</div></pre><p><code>c<br>d</code></p>')).toBe(
    '<pre><code>a\nb\n</code></pre>\n<p><code>c</code><br /><code>d</code></p>',
  );
  expect(shown('- a\n  ```\n  b\n    c\n  ```\n- d')).toContain('<pre><code>b\n  c\n</code></pre>');
});

test('descriptionMarkdown: a fence that is never closed is text', () => {
  expect(shown('a\n```\nb **c**')).toBe('<p>a<br />```<br />b <strong>c</strong></p>');
});

/** As long as an import leaves a description. */
const filled = (part: string, start = '') => (start + part.repeat(20_000)).slice(0, 20_000);

test.each([
  ['a link that never closes', filled('href=http:a', '<a ')],
  ['links in links', filled('<a href=http:a')],
  ['closing brackets after an address', filled(')', 'http://a')],
  ['all brackets after an address', filled(')]}', '<p>http://a')],
  ['marks after an address', filled('!_', 'http://a')],
  ['addresses', filled('http://a ')],
  ['fences that never close', filled('~~~~a\n')],
  ['fences that become shorter', Array.from({ length: 190 }, (_, index) => `${'~'.repeat(195 - index)}a`).join('\n')],
  ['closed fences', filled('~~~\n~~~\n')],
  ['blanks', filled(' ', '<p>a')],
  ['line ends in a heading', filled('<br>', '<h2>a')],
  ['line ends', filled(' \n', 'a')],
  ['opening tags', filled('<')],
  ['paragraphs', filled('<p>')],
  ['nested lists', filled('<ul><li>')],
  ['emphasis', filled('<b><i>a')],
  ['asterisks', filled('*a **')],
  ['underscores', filled('_a__')],
  ['emphasis that never ends', filled('**a[')],
  ['two kinds of emphasis', filled('*a_')],
  ['asterisks after addresses', filled('a@*')],
  ['underscores and tags', filled('__a<')],
  ['asterisks after backslashes', filled('\\\\*a')],
  ['emphasis between fences', filled(`${'**a['.repeat(240)}\n~~~\n~~~\n`)],
  ['square brackets', filled('[')],
  ['pictures', filled('![[](')],
  ['links of Markdown', filled('[a](<b')],
  ['code marks', filled('`a``')],
  ['quotations', filled('>')],
  ['list marks', filled('- + ')],
  ['numbers of a list', filled('1. ')],
  ['table', filled('|a', 'a|b\n-|-\n')],
  ['definitions', filled('[a]: <b\n')],
  ['entities', filled('&#x')],
  ['comments', filled('<!--')],
  ['preformatted', filled('<pre>')],
  ['code elements', filled('<code>', '<p>')],
])('descriptionMarkdown: a description of 20,000 characters does not stop the server: %s', (_, description) => {
  const before = process.cpuUsage();
  shown(description);
  const { user, system } = process.cpuUsage(before);

  // Of this process, because others may use the processor too.
  expect((user + system) / 1000).toBeLessThan(scaled(1500));
});
