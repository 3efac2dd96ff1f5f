import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findExecutable } from './findExecutable.ts';
import { runCommand } from './runCommand.ts';
import { installFromRegistry, installSystemPackage, ONLY_REGISTRY, type Say, works } from './testTools.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PACKAGE = '@sparticuz/chromium@153.0.0';

/** The installed browser: `CHROMIUM_PATH`, else the one on PATH. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findExecutable(NAMES);
}

/**
 * The browser of the tests: installed, else the system's package, else a build from the npm registry.
 * @returns the path of an executable that was seen to start
 */
export async function ensureChromium(say: Say): Promise<string> {
  const installed = ONLY_REGISTRY ? process.env.CHROMIUM_PATH : findChromium();
  if (installed && (await works(installed))) return installed;
  if (await installSystemPackage('chromium', say)) {
    const fresh = findExecutable(NAMES);
    if (fresh && (await works(fresh))) return fresh;
  }
  const unpacked = await fromRegistry(say);
  if (unpacked && (await works(unpacked))) return unpacked;
  throw new Error('There is no Chromium and none could be installed: install one, or set CHROMIUM_PATH.');
}

async function fromRegistry(say: Say): Promise<string | undefined> {
  const folder = await installFromRegistry(PACKAGE, say);
  if (!folder) return undefined;
  const module = pathToFileURL(path.join(folder, 'build/index.js')).href;
  // It unpacks into the temporary folder, and its own libraries and fonts only where it takes the machine for a bare one.
  const env = { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  const script = `const { default: chromium } = await import('${module}'); await chromium.executablePath();`;
  const { ok, output } = await runCommand('node', ['--input-type=module', '--eval', script], { env });
  if (!ok) say(output.trimEnd());
  const chromium = path.join(folder, 'chromium');
  return ok && !(await works(chromium)) ? withOwnLibraries(folder, chromium) : chromium;
}

/** A start script that brings the libraries and fonts of the package, for a machine that has none. */
async function withOwnLibraries(folder: string, chromium: string): Promise<string> {
  const fonts = path.join(folder, 'fonts.conf');
  await writeFile(
    fonts,
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>\n`,
  );
  const script = path.join(folder, 'chromium.sh');
  const lines = [
    '#!/bin/sh',
    `[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE='${fonts}'`,
    `export LD_LIBRARY_PATH='${folder}/al2023/lib'`,
    `exec '${chromium}' "$@"`,
  ];
  await writeFile(script, `${lines.join('\n')}\n`);
  await chmod(script, 0o755);
  return script;
}
