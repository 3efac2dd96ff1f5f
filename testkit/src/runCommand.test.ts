import { expect, test } from 'vitest';
import { runCommand } from './runCommand.ts';

test('a command that prints nothing for too long is ended, and says so', async () => {
  const script = 'setInterval(() => {}, 1000)';
  const { ok, output } = await runCommand('node', ['--eval', script], { silence: 1000 });
  expect(ok).toBe(false);
  expect(output).toMatch(/^node: stopped, for it printed nothing for 1 s$/m);
  expect(output).toMatch(/ended by SIGTERM/);
});

test('a command that is interrupted ends with all that it has started', async () => {
  const interrupted = new AbortController();
  const running = runCommand('sh', ['-c', 'sleep 600 & sleep 600; true'], { signal: interrupted.signal });
  interrupted.abort();
  // It answers once nobody holds its output any more.
  expect(await running).toMatchObject({ ok: false });
});

test('a command that cannot be started is a failure, and the run goes on', async () => {
  const { ok, output } = await runCommand('no-such-program', []);
  expect(ok).toBe(false);
  expect(output).toContain('no-such-program');
});
