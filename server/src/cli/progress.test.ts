import { expect, onTestFinished, test } from 'vitest';
import { startProgress, type Terminal } from './progress.ts';
import { type CommandRunner, runCommand } from './runCommand.ts';

/** A terminal of 40 columns: what was written to it, and on its last line. */
function makeTerminal() {
  const written: string[] = [];
  const terminal: Terminal = {
    write: (text) => void written.push(text),
    width: () => 40,
    ask: async (question) => `answer to ${question}`,
  };
  const lastLine = () => written.join('').split('\u001b[2K').at(-1)?.replace('\r', '');
  return { terminal, written, lastLine };
}

test('a command that has taken long enough shows on one line what it is at, until it ends', async () => {
  const { terminal, lastLine, written } = makeTerminal();
  const progress = startProgress(terminal, 'backup', 0);
  onTestFinished(() => progress.stop());

  progress.show('1 of 2 tables');
  expect(lastLine()).toBe('backup: 1 of 2 tables (0 s)');
  progress.clear();
  expect(lastLine()).toBe('');
  expect(await progress.ask('Sure?')).toBe('answer to Sure?');
  progress.stop();
  expect([lastLine(), written.join('')]).toEqual(['', expect.not.stringContaining('\n')]);
});

test('a command that reports nothing is shown to be working, on no more than one line', async () => {
  const { terminal, lastLine } = makeTerminal();
  const progress = startProgress(terminal, 'import attendees of a very long name', 1);
  onTestFinished(() => progress.stop());

  await expect.poll(lastLine).toBe('import attendees of a very long name: w');
});

test('what is done soon shows nothing', () => {
  const { terminal, written } = makeTerminal();
  const progress = startProgress(terminal, 'check', 60_000);

  progress.show('1 of 2');
  progress.stop();

  expect(written).toEqual([]);
});

test('in a pipe nothing is printed but the lines of the command, and nobody is asked', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const runner: CommandRunner = { program: 'event', env: {}, now: Date.now, say, fail: say };

  const code = await runCommand(
    [
      {
        ...{ name: 'work', usage: '', summary: '' },
        run: async (_, context) => {
          context.progress('half of it');
          context.say(`asks: ${context.ask !== undefined}`);
        },
      },
    ],
    ['work'],
    runner,
  );

  expect([code, lines]).toEqual([0, ['asks: false']]);
});
