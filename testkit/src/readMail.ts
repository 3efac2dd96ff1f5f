import PostalMime from 'postal-mime';

/** The parts of a mail that tests check: headers by lower-case name, and the two decoded bodies. */
export interface ReadMail {
  headers: Record<string, string>;
  text: string;
  html: string;
}

export async function readMail(raw: string): Promise<ReadMail> {
  const { headers, text = '', html = '' } = await PostalMime.parse(raw);
  return {
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    text: text.trimEnd(),
    html: html.trimEnd(),
  };
}
