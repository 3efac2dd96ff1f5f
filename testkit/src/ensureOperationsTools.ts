import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import {
  extractSystemPackage,
  installSystemPackage,
  ONLY_REGISTRY,
  type Say,
  systemPackageFolder,
  works,
} from './testTools.ts';

/** What runs the samples of docs/operations.md, and how each program tells its version. */
const VERSION_OPTIONS = { nginx: '-v', caddy: 'version', 'systemd-analyze': '--version' };
export type OperationsTool = keyof typeof VERSION_OPTIONS;

/** What a run says that lacks one of them. */
export const NO_OPERATIONS_TOOLS =
  'NO NGINX, CADDY OR SYSTEMD-ANALYZE: the samples of docs/operations.md DID NOT RUN. Install the packages `nginx`, `caddy` and `systemd`.';

/** An installed program, or one of a package that {@link setup} has unpacked. */
export function findOperationsTool(name: OperationsTool): string | undefined {
  const unpacked = ['usr/sbin', 'usr/bin'].map((folder) => path.join(systemPackageFolder(name), folder));
  return findExecutable([name], ['/usr/sbin', ...unpacked]);
}

/** Gets each program that the machine lacks. @returns whether all of them can be used */
async function ensureOperationsTools(say: Say): Promise<boolean> {
  for (const name of ['nginx', 'caddy', 'systemd-analyze'] as const) {
    if (await isUsable(name)) continue;
    // An installation of a proxy would start it as a service of this machine.
    if (name === 'systemd-analyze') await installSystemPackage('systemd', say);
    else await extractSystemPackage(name, say);
    if (!(await isUsable(name))) return false;
  }
  return true;
}

/** Vitest's global setup of the tests that run the samples. */
export async function setup(): Promise<void> {
  if (!(await ensureOperationsTools(console.log))) throw new Error(NO_OPERATIONS_TOOLS);
}

async function isUsable(name: OperationsTool): Promise<boolean> {
  const program = ONLY_REGISTRY ? undefined : findOperationsTool(name);
  return program !== undefined && works(program, VERSION_OPTIONS[name]);
}
