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

test('progress: a long command shows its progress on one line until it ends', async () => {
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

test('progress: what it quotes from a file cannot steer the terminal', async () => {
  const { terminal, lastLine } = makeTerminal();
  const progress = startProgress(terminal, 'load', 0);
  onTestFinished(() => progress.stop());

  progress.show('1 of \u001b[2J\u202e\r2');
  expect(lastLine()).toBe('load: 1 of [2J2 (0 s)');
  expect(await progress.ask('\u001b[2JSure?\nType yes: ')).toBe('answer to [2JSure?\nType yes: ');
});

test('progress: a long command that reports nothing is shown as working, on one line', async () => {
  const { terminal, lastLine } = makeTerminal();
  const progress = startProgress(terminal, 'import attendees of a very long name', 1);
  onTestFinished(() => progress.stop());

  await expect.poll(lastLine).toBe('import attendees of a very long name: w');
});

test('progress: a short command shows nothing', () => {
  const { terminal, written } = makeTerminal();
  const progress = startProgress(terminal, 'check', 60_000);

  progress.show('1 of 2');
  progress.stop();

  expect(written).toEqual([]);
});

test('progress: in a pipe only the output of the command is printed, and no question is asked', async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const runner: CommandRunner = { program: 'event', env: {}, now: Date.now, print, printError: print };

  const code = await runCommand(
    [
      {
        ...{ name: 'work', operands: '', summary: '' },
        run: async (_, context) => {
          context.progress('half of it');
          context.print(`asks: ${context.ask !== undefined}`);
        },
      },
    ],
    ['work'],
    runner,
  );

  expect([code, lines]).toEqual([0, ['asks: false']]);
});
