import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fromBuffer, type ZipFile } from 'yauzl';

/** Reads the files in a zip file as text, in order. */
export async function readZip(file: string): Promise<Map<string, string>> {
  const bytes = await readFile(file);
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const files = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve).on('error', reject);
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((content) => {
          files.set(entry.fileName, content.toString('utf8'));
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  return files;
}
