import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import { type CommandResult, ROOT, runCommand } from './runCommand.ts';

/** The cache of tools that the machine does not have. Git ignores it. */
const CACHE = path.join(ROOT, '.cache');

/** `TEST_TOOLS=registry` ignores installed tools, to test a machine without them. */
export const ONLY_REGISTRY = process.env.TEST_TOOLS === 'registry';

/** Prints progress. */
export type Print = (text: string) => void;

/**
 * Installs a Debian package, as root or with a sudo without password.
 * @returns whether it is installed
 */
export async function installSystemPackage(name: string, print: Print): Promise<boolean> {
  if (ONLY_REGISTRY || !findExecutable(['apt-get'])) return false;
  print(`        installing the system's ${name} ...`);
  // An outdated package list may be sufficient, so a failure is ignored.
  await runAsRoot(['apt-get', 'update']);
  const install = ['apt-get', 'install', '--yes', '--no-upgrade', '--no-install-recommends', name];
  const result = await runAsRoot(install);
  if (result && !result.ok) print(result.output.trimEnd());
  return result?.ok ?? false;
}

/** Runs a command as root. Undefined if this user is not root and sudo needs a password. */
async function runAsRoot(command: string[]): Promise<CommandResult | undefined> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !(await runCommand('sudo', ['-n', 'true'])).ok) return undefined;
  const [program = '', ...args] = isRoot ? command : ['sudo', '-n', ...command];
  return runCommand(program, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
}

/**
 * Installs an npm package into the cache folder.
 * @param spec name and exact version
 * @returns the package's folder; undefined if it could not be installed
 */
export async function installFromRegistry(spec: string, print: Print): Promise<string | undefined> {
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const prefix = path.join(CACHE, spec.replace(/[@/]+/g, '-').replace(/^-/, ''));
  const folder = path.join(prefix, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  await mkdir(prefix, { recursive: true });
  print(`        installing ${spec} into ${path.relative(ROOT, prefix)} ...`);
  // Install scripts may be forbidden on this machine, so the caller does their work.
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix];
  const { ok, output } = await runCommand('npm', ['install', ...options, spec]);
  if (!ok) print(output.trimEnd());
  return ok ? folder : undefined;
}

/**
 * Unpacks a Debian package into the cache folder. Unlike an installation it needs no root and starts no service.
 * @returns the folder that corresponds to the system's root; undefined if the package is not available
 */
export async function extractSystemPackage(name: string, print: Print): Promise<string | undefined> {
  if (ONLY_REGISTRY || !findExecutable(['apt-get'])) return undefined;
  const folder = systemPackageFolder(name);
  await mkdir(folder, { recursive: true });
  print(`        unpacking the system's ${name} into ${path.relative(ROOT, folder)} ...`);
  const script = 'cd "$0" && apt-get download "$1" && for file in *.deb; do dpkg-deb -x "$file" . || exit 1; done';
  const extract = () => runCommand('sh', ['-c', script, folder, name]);
  let { ok, output } = await extract();
  if (!ok && (await runAsRoot(['apt-get', 'update']))?.ok) ({ ok, output } = await extract());
  if (!ok) print(output.trimEnd());
  return ok ? folder : undefined;
}

/** The folder into which {@link extractSystemPackage} unpacks. */
export const systemPackageFolder = (name: string): string => path.join(CACHE, 'debian', name);

/** Whether a program starts and prints its version: an installed program may lack libraries. */
export async function works(executable: string, versionOption = '--version'): Promise<boolean> {
  return (await runCommand(executable, [versionOption])).ok;
}
