import { loadEnvFile } from '../platform/loadEnvFile.ts';
import { backupCommands } from './backupCommands.ts';
import { dataCommands } from './dataCommands.ts';
import { importAttendeesCommand } from './importAttendeesCommand.ts';
import { importScheduleCommand } from './importScheduleCommand.ts';
import { inviteCommands } from './inviteCommands.ts';
import { packCommands } from './packCommands.ts';
import { askOnTerminal } from './progress.ts';
import { runCommand } from './runCommand.ts';
import { staffCommands } from './staffCommands.ts';

try {
  loadEnvFile();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// A reader that ends, as `head` does, must not stop a command half-way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// By default these end a process without what it does at its end, such as removing copies of the data.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

// With any stream piped, the operator may not see a question or be able to answer it.
const isInteractive = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;

process.exitCode = await runCommand(
  [
    ...packCommands,
    importScheduleCommand,
    importAttendeesCommand,
    ...inviteCommands,
    ...dataCommands,
    ...backupCommands,
    ...staffCommands,
  ],
  process.argv.slice(2),
  {
    program: 'npm run event --',
    env: process.env,
    now: Date.now,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    ...(isInteractive && {
      terminal: {
        write: (text) => void process.stderr.write(text),
        width: () => process.stderr.columns,
        ask: askOnTerminal,
      },
    }),
  },
);
