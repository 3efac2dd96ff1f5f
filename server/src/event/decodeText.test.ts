import { expect, test } from 'vitest';
import { decodeText } from './decodeText.ts';

const utf16le = (text: string) => Buffer.from(text, 'utf16le');

test('decodeText: UTF-8, without its byte order mark', () => {
  expect(decodeText(Buffer.from('naïve – 日本'))).toEqual({ text: 'naïve – 日本', encoding: 'utf-8' });
  expect(decodeText(Buffer.from('\u{feff}Name,É'))).toEqual({ text: 'Name,É', encoding: 'utf-8' });
  expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
});

test('decodeText: UTF-16 in either byte order, with or without a mark', () => {
  const text = '[{"name":"Zoë"}]';
  expect(decodeText(utf16le(`\u{feff}${text}`))).toEqual({ text, encoding: 'utf-16le' });
  expect(decodeText(utf16le(`\u{feff}${text}`).swap16())).toEqual({ text, encoding: 'utf-16be' });
  expect(decodeText(utf16le(text))).toEqual({ text, encoding: 'utf-16le' });
  expect(decodeText(utf16le(text).swap16())).toEqual({ text, encoding: 'utf-16be' });
});

test('decodeText: other text is Windows-1252, with the quotation marks and the euro that Latin-1 lacks', () => {
  expect(decodeText(Buffer.from([0x93, 0x5a, 0x6f, 0xeb, 0x94, 0x20, 0x80]))).toEqual({
    text: '“Zoë” €',
    encoding: 'windows-1252',
  });
});

test('decodeText: text that ends inside a UTF-8 character is not UTF-8', () => {
  expect(decodeText(Buffer.from('café').subarray(0, -1)).encoding).toBe('windows-1252');
});
