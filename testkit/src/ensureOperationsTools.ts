import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import {
  extractSystemPackage,
  installSystemPackage,
  ONLY_REGISTRY,
  type Print,
  systemPackageFolder,
  works,
} from './testTools.ts';

/** The programs that run the samples of docs/operations.md, with their version options. */
const VERSION_OPTIONS = { nginx: '-v', caddy: 'version', 'systemd-analyze': '--version' };
export type OperationsTool = keyof typeof VERSION_OPTIONS;

/** The message of a run without one of them. */
export const NO_OPERATIONS_TOOLS =
  'NO NGINX, CADDY OR SYSTEMD-ANALYZE: the samples of docs/operations.md DID NOT RUN. Install the packages `nginx`, `caddy` and `systemd`.';

/** Finds an installed program, or one that {@link setup} has unpacked. */
export function findOperationsTool(name: OperationsTool): string | undefined {
  const unpacked = ['usr/sbin', 'usr/bin'].map((folder) => path.join(systemPackageFolder(name), folder));
  return findExecutable([name], ['/usr/sbin', ...unpacked]);
}

/** Installs missing programs. @returns whether all of them are usable */
async function ensureOperationsTools(print: Print): Promise<boolean> {
  for (const name of ['nginx', 'caddy', 'systemd-analyze'] as const) {
    if (!(await ensureOperationsTool(name, print))) return false;
  }
  return true;
}

/** Installs a program if it is missing. @returns whether it is usable */
export async function ensureOperationsTool(name: OperationsTool, print: Print): Promise<boolean> {
  if (await isUsable(name)) return true;
  // Installing a proxy as a package would start it as a service.
  if (name === 'systemd-analyze') await installSystemPackage('systemd', print);
  else await extractSystemPackage(name, print);
  return isUsable(name);
}

/** Vitest's global setup of the tests that run the samples. */
export async function setup(): Promise<void> {
  if (!(await ensureOperationsTools(console.log))) throw new Error(NO_OPERATIONS_TOOLS);
}

async function isUsable(name: OperationsTool): Promise<boolean> {
  const program = ONLY_REGISTRY ? undefined : findOperationsTool(name);
  return program !== undefined && works(program, VERSION_OPTIONS[name]);
}
