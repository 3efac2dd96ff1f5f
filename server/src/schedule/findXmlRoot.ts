export interface XmlRoot {
  /** Where its first tag begins. */
  at: number;
  name: string;
  /** Whether a document type before it declares anything, such as entities. */
  hasDeclarations: boolean;
}

/** Finds the root element of XML, in one pass: a file of many marks without an end must not take longer. */
export function findXmlRoot(xml: string): XmlRoot | undefined {
  let hasDeclarations = false;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const [mark = '<', end] = SKIPPED.find(([begin]) => xml.startsWith(begin, at)) ?? [];
    if (end) {
      at = after(xml, end, at + mark.length);
    } else if (xml.startsWith('<!', at)) {
      const declaration = readDeclaration(xml, at);
      hasDeclarations ||= declaration.hasBody;
      at = declaration.end;
    } else {
      const name = nameAt(xml, at + 1);
      if (name) return { at, name, hasDeclarations };
      at += 1;
    }
  }
  return undefined;
}

const SKIPPED = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

function nameAt(xml: string, at: number): string | undefined {
  const name = /[\w:-]+/y;
  name.lastIndex = at;
  return name.exec(xml)?.[0];
}

/** Brackets in quotes are text. */
function readDeclaration(xml: string, begin: number): { end: number; hasBody: boolean } {
  const mark = /["'>[]/g;
  mark.lastIndex = begin;
  for (let found = mark.exec(xml)?.[0]; found; found = mark.exec(xml)?.[0]) {
    if (found === '>') return { end: mark.lastIndex, hasBody: false };
    if (found === '[') return { end: after(xml, '>', after(xml, ']', mark.lastIndex)), hasBody: true };
    mark.lastIndex = after(xml, found, mark.lastIndex);
  }
  return { end: xml.length, hasBody: false };
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  return at < 0 ? xml.length : at + end.length;
}
