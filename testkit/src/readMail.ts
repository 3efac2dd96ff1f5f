/** What one needs to see of a mail: its headers by lower-case name, and its two bodies, decoded. */
export interface ReadMail {
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** Reads a mail of one part, or of several that say the same (`multipart/alternative`, RFC 2046). */
export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw);
  const type = headers['content-type'] ?? '';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (!boundary) return { headers, text: decode(headers, body), html: '' };
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const find = (wanted: string) => parts.find((part) => part.headers['content-type']?.startsWith(wanted));
  const [text, html] = [find('text/plain'), find('text/html')];
  return {
    headers,
    text: text ? decode(text.headers, text.body) : '',
    html: html ? decode(html.headers, html.body) : '',
  };
}

function split(entity: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = entity.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

function decode(headers: Record<string, string>, body: string): string {
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const text = encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body;
  const plain = encoding === 'quoted-printable' ? decodeQuotedPrintable(text) : text;
  return plain.replace(/\r\n/g, '\n').trimEnd();
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
