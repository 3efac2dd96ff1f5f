/** What a person sees and types, outside of what the command prints. */
export interface Terminal {
  write(text: string): void;
  /** Columns of a line. */
  width(): number;
  ask(question: string): Promise<string>;
}

export interface Progress {
  /** How far the command is. */
  show(state: string): void;
  /** Makes room for a line of the command's own. */
  clear(): void;
  ask(question: string): Promise<string>;
  stop(): void;
}

/** Most commands are done before anybody wonders. */
const SHOWN_AFTER = 2000;
const REDRAWN_EVERY = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows on the last line of a terminal what a command is at, once it has taken so long. */
export function startProgress(terminal: Terminal, name: string, shownAfter = SHOWN_AFTER): Progress {
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
    if (isPaused || now - startedAt < shownAfter || now - drawnAt < REDRAWN_EVERY) return;
    const line = `${name}: ${state} (${Math.round((now - startedAt) / 1000)} s)`;
    // A longer one would wrap, and only its last line be cleared.
    terminal.write(CLEAR_LINE + line.slice(0, Math.max(0, terminal.width() - 1)));
    drawnAt = now;
    isDrawn = true;
  };
  // Work that never waits leaves a timer no turn: it draws whenever it reports.
  const timer = setInterval(draw, Math.min(REDRAWN_EVERY, Math.max(1, shownAfter)));
  return {
    show: (now) => {
      state = now;
      draw();
    },
    clear,
    ask: async (question) => {
      clear();
      isPaused = true;
      try {
        return await terminal.ask(question);
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
