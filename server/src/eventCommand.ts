import { existsSync } from 'node:fs';
import { eraseCommand } from './archive/eraseCommand.ts';
import { exportArchiveCommand } from './archive/exportArchiveCommand.ts';
import { exportPersonCommand } from './archive/exportPersonCommand.ts';
import { askOnTerminal } from './askOnTerminal.ts';
import { importAttendeesCommand } from './attendees/importAttendeesCommand.ts';
import { invitationsCommand } from './attendees/invitationsCommand.ts';
import { inviteCommand } from './attendees/inviteCommand.ts';
import { backupCommand } from './backup/backupCommand.ts';
import { restoreCommand } from './backup/restoreCommand.ts';
import { verifyCommand } from './backup/verifyCommand.ts';
import { checkCommand } from './event/checkCommand.ts';
import { loadCommand } from './event/loadCommand.ts';
import { runCommand } from './runCommand.ts';
import { importScheduleCommand } from './schedule/importScheduleCommand.ts';

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
