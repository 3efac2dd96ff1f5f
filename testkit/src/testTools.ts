import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import { type CommandResult, ROOT, runCommand } from './runCommand.ts';

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
  say(`        installing the system's ${name} ...`);
  // A package list that could not be refreshed may still do.
  await runAsRoot(['apt-get', 'update']);
  const install = ['apt-get', 'install', '--yes', '--no-upgrade', '--no-install-recommends', name];
  const result = await runAsRoot(install);
  if (result && !result.ok) say(result.output.trimEnd());
  return result?.ok ?? false;
}

/** Runs a command as root; undefined where neither this user nor a sudo that asks for no password may do so. */
async function runAsRoot(command: string[]): Promise<CommandResult | undefined> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !(await runCommand('sudo', ['-n', 'true'])).ok) return undefined;
  const [program = '', ...args] = isRoot ? command : ['sudo', '-n', ...command];
  return runCommand(program, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
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

/**
 * Unpacks a Debian package into the cache folder. Unlike an installation it needs no root and starts no service.
 * @returns the folder that stands for the system's root, undefined when the package could not be had
 */
export async function extractSystemPackage(name: string, say: Say): Promise<string | undefined> {
  if (ONLY_REGISTRY || !findExecutable(['apt-get'])) return undefined;
  const folder = systemPackageFolder(name);
  await mkdir(folder, { recursive: true });
  say(`        unpacking the system's ${name} into ${path.relative(ROOT, folder)} ...`);
  const script = 'cd "$0" && apt-get download "$1" && for file in *.deb; do dpkg-deb -x "$file" . || exit 1; done';
  const extract = () => runCommand('sh', ['-c', script, folder, name]);
  let { ok, output } = await extract();
  if (!ok && (await runAsRoot(['apt-get', 'update']))?.ok) ({ ok, output } = await extract());
  if (!ok) say(output.trimEnd());
  return ok ? folder : undefined;
}

/** Where {@link extractSystemPackage} unpacks it. */
export const systemPackageFolder = (name: string): string => path.join(CACHE, 'debian', name);

/** Whether a program starts and tells its version: an installed file may still lack its libraries. */
export async function works(executable: string, versionOption = '--version'): Promise<boolean> {
  return (await runCommand(executable, [versionOption])).ok;
}
