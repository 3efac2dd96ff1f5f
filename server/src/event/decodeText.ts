import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Decodes the text of a file from another program, without its byte order mark. A file that is not UTF-8 and has no mark
 * is read as Windows-1252, in which every byte is valid. That is a guess, so callers should report the encoding.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function encodingOf(bytes: Uint8Array): TextEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: our files begin with an ASCII character, and text holds no NUL.
  if (first && second === 0) return 'utf-16le';
  if (first === 0 && second) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
