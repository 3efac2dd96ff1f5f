const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Turns the app's own addresses into links, in text that is escaped already. Any other address may be a user's text. */
export const linked = (html: string, appUrl: string): string =>
  html.replace(/https?:\/\/\S+/g, (url) => {
    const isOwn = url === escapeHtml(appUrl) || url.startsWith(`${escapeHtml(appUrl)}/`);
    return isOwn ? `<a href="${url}">${url}</a>` : url;
  });

/** A mail's text as simple HTML, with paragraphs and links. */
export function messageHtml(text: string, appUrl: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(escapeHtml(paragraph), appUrl).replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>\n${paragraphs.join('\n')}\n</body></html>`;
}
