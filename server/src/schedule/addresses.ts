/** Web addresses in plain text, with or without a scheme. */
const ADDRESS = /(?:https?:\/\/|(?<![\p{L}\p{N}./@-])www\.)[^\s<>"`\\]+/giu;

export interface TextPart {
  text: string;
  isAddress: boolean;
}

/** Splits text into web addresses and other text. Punctuation after an address is other text. */
export function splitAddresses(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found[0], text.charAt(found.index - 1));
    parts.push({ text: text.slice(at, found.index), isAddress: false }, { text: address, isAddress: true });
    at = found.index + address.length;
  }
  return [...parts, { text: text.slice(at), isAddress: false }].filter((part) => part.text);
}

/** Writes an address as a Markdown link, so that none of its characters is read as Markdown. */
export const addressLink = (address: string): string =>
  /^www\./i.test(address) ? `[${address.replace(/[\\`*_[\]<~]/g, '\\$&')}](<http://${address}>)` : `<${address}>`;

const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

function withoutPunctuation(found: string, before: string): string {
  let address = found;
  for (;;) {
    const last = address.at(-1) ?? '';
    const open = BRACKETS[last];
    const isUnopened = open !== undefined && address.split(last).length > address.split(open).length;
    // An underscore or a tilde is part of most addresses that end in it, unless it encloses this one.
    const isMark = /[?!.,:;*']/.test(last) || (/[_~]/.test(last) && before === last);
    if (!isUnopened && !isMark) return address;
    address = address.slice(0, -1);
  }
}
