const texts = new Map<string, string>();
/** An event has a few hundred. */
const MAX_TEXTS = 2000;

/** The text of HTML, on one line. Show it as text, not as markup: the parser runs and loads nothing. */
export function plainText(html: string): string {
  const known = texts.get(html);
  if (known !== undefined) return known;
  // Elements end words.
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html');
  const text = body.textContent.replace(/\s+/g, ' ').trim();
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(html, text);
  return text;
}
