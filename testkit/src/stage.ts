import { runCommand } from './runCommand.ts';
import type { TestCounts } from './testCounts.ts';

/** What every stage may use. */
export interface StageContext {
  /** A folder for reports, removed when the run ends. */
  reports: string;
  /** Aborted when the run is interrupted. */
  signal: AbortSignal;
  /** Runs at the end of the whole run, whatever happens. */
  atEnd(cleanUp: () => Promise<void>): void;
  /** Prints at once, above the stage's progress line. */
  say(text: string): void;
}

export interface StageResult {
  ok: boolean;
  /** Shown whole when the stage fails. */
  output: string;
  /** The lines of it that are shown when the stage passes. */
  summary?: string[];
  /** The machine lacks what it takes, which is a failure on a CI machine only. */
  didNotRun?: boolean;
  /** Absent where a stage has no tests. */
  counts?: TestCounts;
}

export interface Stage {
  name: string;
  /** A stage whose failure makes this one pointless. */
  needs?: string;
  run(context: StageContext): Promise<StageResult>;
}

/** A stage that is one command without tests. */
export function commandStage(name: string, command: string, args: string[]): Stage {
  return { name, run: ({ signal }) => runCommand(command, args, { signal }) };
}
