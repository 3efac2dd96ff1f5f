/** The text of HTML, on one line. Show it as text, not as markup: the parser runs and loads nothing. */
export function plainText(html: string): string {
  // Elements end words.
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html');
  return body.textContent.replace(/\s+/g, ' ').trim();
}
