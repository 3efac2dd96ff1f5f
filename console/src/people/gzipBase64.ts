/** So much is taken at once: a call has a limited number of arguments. */
const PART = 0x8000;

/** A file, compressed, as text for a JSON body. */
export async function gzipBase64(file: Blob): Promise<string> {
  const zipped = file.stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(zipped).arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += PART) {
    text += String.fromCharCode(...bytes.subarray(from, from + PART));
  }
  return btoa(text);
}
