import { existsSync } from 'node:fs';
import { askOnTerminal } from './askOnTerminal.ts';
import { backupCommand } from './backupCommand.ts';
import { checkCommand } from './checkCommand.ts';
import { eraseCommand } from './eraseCommand.ts';
import { exportArchiveCommand } from './exportArchiveCommand.ts';
import { exportPersonCommand } from './exportPersonCommand.ts';
import { importAttendeesCommand } from './importAttendeesCommand.ts';
import { importScheduleCommand } from './importScheduleCommand.ts';
import { invitationsCommand } from './invitationsCommand.ts';
import { inviteCommand } from './inviteCommand.ts';
import { loadCommand } from './loadCommand.ts';
import { restoreCommand } from './restoreCommand.ts';
import { runCommand } from './runCommand.ts';
import { staffCommands } from './staffCommands.ts';
import { verifyCommand } from './verifyCommand.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

// With any stream piped, the operator may not see a question or be able to answer it.
const isInteractive = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;

process.exitCode = await runCommand(
  [
    checkCommand,
    loadCommand,
    importScheduleCommand,
    importAttendeesCommand,
    inviteCommand,
    invitationsCommand,
    exportArchiveCommand,
    exportPersonCommand,
    eraseCommand,
    backupCommand,
    restoreCommand,
    verifyCommand,
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
