import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { PictureInfo } from '@companion/contract/picture';
import { describePicture, sizeOddity } from './describePicture.ts';

const CONTENT_TYPES: Record<string, string> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  // Of sized pictures only (pictureSizes.ts).
  avif: 'image/avif',
};

const MEGABYTE = 1024 * 1024;
/** In bytes. */
export const PICTURE_LIMIT = 10 * MEGABYTE;
/** Of a picture that attendees load as it is. */
export const UNSIZED_LIMIT = MEGABYTE;

/** Whether it is a plain file name with an extension that we serve: no folders, no hidden files. */
export const isPictureName = (name: string): boolean => /^[\w-][\w.-]*\.(svg|png|jpe?g|webp)$/i.test(name);

export const pictureType = (name: string): string => CONTENT_TYPES[endingOf(name)] ?? 'application/octet-stream';

/** Why a picture must not be served; undefined when it may be. */
export function pictureError(name: string, bytes: Uint8Array): string | undefined {
  if (bytes.length > PICTURE_LIMIT) return `is larger than ${PICTURE_LIMIT / MEGABYTE} MB`;
  const isLarge = bytes.length > UNSIZED_LIMIT;
  // Before its text is searched, which takes longer the longer it is.
  if (isSvg(name)) return isLarge ? CANNOT_BE_RESIZED : svgError(bytes);
  const error = signatureError(endingOf(name), bytes);
  return error ?? (isLarge && !describePicture(bytes)?.version ? CANNOT_BE_RESIZED : undefined);
}

const CANNOT_BE_RESIZED = 'is larger than 1 MB and cannot be resized: attendees load it on venue Wi-Fi';

/** What a picture is, and what is wrong with it. */
export interface CheckedPicture {
  sha256: string;
  /** In bytes. */
  size: number;
  /** Why it must not be served. */
  error: string | undefined;
  /** Undefined where nothing is known of it. */
  info: PictureInfo | undefined;
  /** Why attendees load it as it is. */
  oddity: string | undefined;
}

export function checkPicture(name: string, bytes: Uint8Array): CheckedPicture {
  const info = describePicture(bytes);
  return {
    sha256: hash('sha256', bytes, 'hex'),
    size: bytes.length,
    error: pictureError(name, bytes),
    info,
    oddity: info ? sizeOddity(info, bytes) : isSvg(name) ? undefined : 'does not say how large it is',
  };
}

/** What the file of a picture is called after its last dot, by what it is inside. */
export const PICTURE_ENDINGS = ['svg', 'png', 'jpg', 'webp'] as const;
export type PictureEnding = (typeof PICTURE_ENDINGS)[number];

/** `jpg` for `ada.JPEG`. @param name that of a picture */
export function endingOfName(name: string): PictureEnding {
  const ending = endingOf(name);
  return PICTURE_ENDINGS.find((known) => known === ending) ?? 'jpg';
}

/** The file extension of a photograph, from its content; undefined for a format that we do not serve. */
export const pictureEnding = (bytes: Uint8Array): string | undefined =>
  ['png', 'webp', 'jpg'].find((ending) => hasSignature(ending, bytes));

export const isSvg = (name: string): boolean => endingOf(name) === 'svg';

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

const signatureError = (ending: string, bytes: Uint8Array) =>
  hasSignature(ending, bytes) ? undefined : `is not a ${ending} picture inside`;

function hasSignature(ending: string, bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (ending === 'png') return start.startsWith('\x89PNG\r\n\x1a\n');
  if (ending === 'webp') return start.startsWith('RIFF') && start.endsWith('WEBP');
  return start.startsWith('\xff\xd8\xff');
}

/** Parts of an SVG that can run, load or hide something; no logo needs them. The server's CSP blocks them as well. */
const FORBIDDEN_IN_SVG: [RegExp, string][] = [
  [/<(?:[\w-]+:)?script/i, 'holds a script'],
  [/<(?:[\w-]+:)?(?:foreignObject|iframe|embed|object|handler)\b/i, 'holds other documents'],
  [/[\s"'/]on[a-z]+\s*=/i, 'holds an event handler'],
  [/(?:java|vb)script:/i, 'holds a script address'],
  [/<!(?:DOCTYPE|ENTITY)/i, 'holds a DOCTYPE or entities'],
  [/href\s*=\s*(?:(["'])(?!#|data:image\/(?:png|jpeg|webp);base64,[\w+/=\s]*\1)|[^"'\s])/i, 'links elsewhere'],
  [/attributeName\s*=\s*(?:["']\s*)?(?:xlink:)?href/i, 'changes a link'],
  [/@import|image-set\(|url\((?!\s*(?:["']\s*)?#)/i, 'loads other files'],
];

/** The text of an SVG, with the characters themselves where XML or CSS has their numbers. */
export const svgText = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (written, hex, decimal) =>
      characterOf(written, hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (written, hex, character) =>
      hex === undefined ? character : characterOf(written, Number.parseInt(hex, 16)),
    );

const characterOf = (written: string, code: number): string =>
  code <= LAST_CHARACTER ? String.fromCodePoint(code) : written;
const LAST_CHARACTER = 0x10ffff;

function svgError(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return 'is not UTF-8';
  const text = svgText(bytes);
  if (!/<svg[^<>]*\sxmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(text)) return 'is not an SVG picture with an xmlns';
  return FORBIDDEN_IN_SVG.find(([pattern]) => pattern.test(text))?.[1];
}
