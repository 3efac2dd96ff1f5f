// Runs before every script that needs Node 24. Plain JavaScript, so that an old Node can report the problem instead of
// failing on TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  console.error(
    `Node 24 or newer is required, but this is ${process.version}. \`npm ci\` installs Node 24 into node_modules, and npm scripts use it: ` +
      'run `npm ci` with install scripts allowed (they download the binary), or install Node 24 on this machine.',
  );
  process.exit(1);
}

// `npm ci` with an old Node omits native packages that require a newer one. This Node can install them.
if (missingParts().length > 0) {
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const missing = missingParts();
  if (status !== 0 || missing.length > 0) {
    console.error(`These packages could not be installed: ${missing.join(', ') || 'see above'}. Run: npm ci`);
    process.exit(1);
  }
}

/** Optional packages of the lock file for this platform that are missing. */
function missingParts() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return Object.entries(packages)
    .filter(([, { optional, os, cpu }]) => optional && os && cpu)
    .filter(([, part]) => part.os.includes(process.platform) && part.cpu.includes(process.arch))
    .filter(([name, part]) => (process.platform === 'linux' ? (part.libc ?? [libcOf(name)]).includes(libc) : true))
    .map(([name]) => name)
    .filter((name) => !existsSync(join(ROOT, name)));
}

/** For packages that have the C library only in their name. */
function libcOf(name) {
  return name.includes('musl') ? 'musl' : 'glibc';
}
