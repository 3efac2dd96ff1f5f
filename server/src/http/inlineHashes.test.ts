import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineHashes } from './security.ts';

test('inlineHashes: those of every page, once, and of nothing that a page loads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'companion-inline-'));
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'index.html'), '<script>let a;</script><script src="/app.js"></script>');
  await writeFile(join(folder, 'pages/login.html'), '<script>let a;</script>\n<style>a {\n}</style>');
  expect(await inlineHashes(folder)).toEqual({
    // From: printf 'let a;' | openssl dgst -sha256 -binary | base64
    scripts: ["'sha256-81WALLbUROF1pWdYjuQYKuIcGgY/+TqVJr8UsV6Tkvo='"],
    styles: ["'sha256-ubcGche1wv1jK4lUPwia8lRUezJl83mw9E3JCq+aFZk='"],
  });
  await rm(folder, { recursive: true });
});
