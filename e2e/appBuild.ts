import { cp, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRODUCTION_BUILD } from '@companion/testkit/testServer';
import { writeAppWorker } from '../web/build/appWorker.ts';

/** A copy of the built app, for a test that publishes other versions of it. The caller removes it. */
export async function copyAppBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-app-'));
  // Without the compressed copies, which would keep the old content.
  await cp(PRODUCTION_BUILD.webFolder, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  return folder;
}

/** Replaces the app by another version, in which all code has other addresses. */
export async function publishVersion(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const renameIn = async (file: string) => {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      scripts.reduce((changed, name) => changed.replaceAll(name, nextName(name)), text),
    );
  };
  const pages = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html'));
  for (const page of pages) await renameIn(join(folder, page));
  for (const file of scripts) {
    await renameIn(join(assets, file));
    await rename(join(assets, file), join(assets, nextName(file)));
  }
  await writeAppWorker(folder);
}

const nextName = (file: string) => file.replace(/\.js$/, 'Next.js');
