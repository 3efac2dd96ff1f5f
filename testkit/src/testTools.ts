import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import { ROOT, runCommand } from './runCommand.ts';

/** Where tools that the machine lacks are kept: outside the dependency list, ignored by git. */
const CACHE = path.join(ROOT, '.cache');

/** `TEST_TOOLS=registry` passes over what is installed, to try the way that a machine without it goes. */
export const ONLY_REGISTRY = process.env.TEST_TOOLS === 'registry';

/** Says what the run is doing while a tool is looked for. */
export type Say = (text: string) => void;

/**
 * Installs a Debian package: as root, or by a sudo that asks for no password.
 * @returns whether the machine allowed it and it worked
 */
export async function installSystemPackage(name: string, say: Say): Promise<boolean> {
  if (ONLY_REGISTRY || !findExecutable(['apt-get'])) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !(await runCommand('sudo', ['-n', 'true'])).ok) return false;
  say(`        installing the system's ${name} ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-upgrade', '--no-install-recommends', name]]) {
    const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    const { ok, output } = await runCommand(command, rest, { env });
    // A package list that could not be refreshed may still do; what could not be installed does not.
    if (!ok && args[0] === 'install') {
      say(output.trimEnd());
      return false;
    }
  }
  return true;
}

/**
 * Installs an npm package into the cache folder.
 * @param spec name and exact version
 * @returns the package's folder, undefined when it could not be had
 */
export async function installFromRegistry(spec: string, say: Say): Promise<string | undefined> {
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const prefix = path.join(CACHE, spec.replace(/[@/]+/g, '-').replace(/^-/, ''));
  const folder = path.join(prefix, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  await mkdir(prefix, { recursive: true });
  say(`        installing ${spec} into ${path.relative(ROOT, prefix)} ...`);
  // Install scripts may be forbidden on this machine; what they would do, the caller does.
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix];
  const { ok, output } = await runCommand('npm', ['install', ...options, spec]);
  if (!ok) say(output.trimEnd());
  return ok ? folder : undefined;
}

/** Whether a program starts and tells its version: an installed file may still lack its libraries. */
export async function works(executable: string): Promise<boolean> {
  return (await runCommand(executable, ['--version'])).ok;
}
