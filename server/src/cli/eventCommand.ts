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
import { verifyCommand } from './verifyCommand.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

// Somebody watches and can answer only where nothing is piped.
const isWatched = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;

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
  ],
  process.argv.slice(2),
  {
    program: 'npm run event --',
    env: process.env,
    now: Date.now,
    say: (line) => console.log(line),
    fail: (line) => console.error(line),
    ...(isWatched && {
      terminal: {
        write: (text) => void process.stderr.write(text),
        width: () => process.stderr.columns,
        ask: askOnTerminal,
      },
    }),
  },
);
