/** PostgreSQL's function `translate`, which SQLite lacks: each character of `from` becomes the one at its place in `to`. */
export function translate(text: unknown, from: unknown, to: unknown): string | null {
  if (typeof text !== 'string') return null;
  const { letters, pattern } = prepare(String(from), String(to));
  return text.replace(pattern, (letter) => letters.get(letter) ?? '');
}

/** Of the last call, because a search calls it for each row with the same letters. */
let prepared = { from: '', to: '', letters: new Map<string, string>(), pattern: /(?!)/gu };

function prepare(from: string, to: string): typeof prepared {
  if (prepared.from === from && prepared.to === to) return prepared;
  const replacements = [...to];
  const letters = new Map([...from].map((letter, index) => [letter, replacements[index] ?? '']));
  const pattern = new RegExp(`[${from.replace(/[\\\]^-]/g, '\\$&')}]`, 'gu');
  prepared = { from, to, letters, pattern };
  return prepared;
}
