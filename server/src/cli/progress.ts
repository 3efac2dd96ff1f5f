import { createInterface } from 'node:readline';
import { printable } from '../platform/printable.ts';

/** Shows progress and asks questions, apart from the output of the command. */
export interface Terminal {
  write(text: string): void;
  /** Columns of a line. */
  width(): number;
  ask(question: string): Promise<string>;
}

/** Most commands end before this and show no progress. */
const SHOW_AFTER_MS = 2000;
const REDRAW_INTERVAL_MS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows the progress of a command on the last line of a terminal, once it has taken `shownAfter` milliseconds. */
export function startProgress(terminal: Terminal, name: string, shownAfter = SHOW_AFTER_MS) {
  const startedAt = performance.now();
  let state = 'working';
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  let isPaused = false;
  const clear = () => {
    if (isDrawn) terminal.write(CLEAR_LINE);
    isDrawn = false;
  };
  const draw = () => {
    const now = performance.now();
    if (isPaused || now - startedAt < shownAfter || now - drawnAt < REDRAW_INTERVAL_MS) return;
    const line = printable(`${name}: ${state} (${Math.round((now - startedAt) / 1000)} s)`);
    // A longer line would wrap, and clearing removes only one line.
    terminal.write(CLEAR_LINE + line.slice(0, Math.max(0, terminal.width() - 1)));
    drawnAt = now;
    isDrawn = true;
  };
  // Synchronous work blocks this timer, so `show` draws too.
  const timer = setInterval(draw, Math.min(REDRAW_INTERVAL_MS, Math.max(1, shownAfter)));
  return {
    show: (now: string) => {
      state = now;
      draw();
    },
    /** Removes the progress line before the command prints. */
    clear,
    ask: async (question: string) => {
      clear();
      isPaused = true;
      try {
        return await terminal.ask(printable(question));
      } finally {
        isPaused = false;
      }
    },
    stop: () => {
      clearInterval(timer);
      isPaused = true;
      clear();
    },
  };
}

/** Asks a question on the terminal. Ctrl-C and Ctrl-D count as an empty answer. */
export function askOnTerminal(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    reader.on('close', () => resolve(''));
    reader.on('SIGINT', () => reader.close());
    reader.question(question, (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}
