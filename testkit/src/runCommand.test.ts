import { expect, test } from 'vitest';
import { runCommand } from './runCommand.ts';

test('runCommand: a command that prints nothing for too long is stopped, and the output reports it', async () => {
  const script = 'setInterval(() => {}, 1000)';
  const { ok, output } = await runCommand('node', ['--eval', script], { silence: 1000 });
  expect(ok).toBe(false);
  expect(output).toMatch(/^node: stopped, because it printed nothing for 1 s$/m);
  expect(output).toMatch(/ended by SIGTERM/);
});

test('runCommand: an interrupted command ends with all its child processes', async () => {
  const interrupted = new AbortController();
  const running = runCommand('sh', ['-c', 'sleep 600 & sleep 600; true'], { signal: interrupted.signal });
  interrupted.abort();
  // It resolves once every process has closed its output.
  expect(await running).toMatchObject({ ok: false });
});

test('runCommand: a command that cannot be started is a failure, and the run continues', async () => {
  const { ok, output } = await runCommand('no-such-program', []);
  expect(ok).toBe(false);
  expect(output).toContain('no-such-program');
});
