/** A cache of files, from which the oldest are deleted. */
export interface BoundedCache {
  name: string;
  maxFiles: number;
  maxBytes: number;
}

/** The size of a stored file. The header is ours: `Content-Length` counts what was sent, which is compressed. */
const SIZE = 'x-stored-bytes';

let lastTrim = Promise.resolve();
/** The caches of which a trim is to begin. It reads every file, so the files that arrive until then share it. */
const due = new Set<string>();

/** Stores an answer. A file that is larger than the whole cache is not stored. */
export async function storeBounded(to: BoundedCache, address: string, answer: Response): Promise<void> {
  const body = await answer.blob();
  if (body.size > to.maxBytes) return;
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  headers.set('content-length', String(body.size));
  headers.set(SIZE, String(body.size));
  const cache = await caches.open(to.name);
  await cache.put(address, new Response(body, { headers }));
  // One after the other, so that two do not delete for the same file.
  if (!due.has(to.name)) {
    due.add(to.name);
    lastTrim = lastTrim.then(() => {
      due.delete(to.name);
      return trim(cache, to);
    });
  }
  await lastTrim;
}

/** The keys of a cache are in the order in which they were stored. */
async function trim(cache: Cache, { maxFiles, maxBytes }: BoundedCache): Promise<void> {
  let files = 0;
  let bytes = 0;
  for (const key of [...(await cache.keys())].reverse()) {
    const size = Number((await cache.match(key))?.headers.get(SIZE));
    files += 1;
    bytes += size;
    if (files > maxFiles || bytes > maxBytes) await cache.delete(key);
  }
}
