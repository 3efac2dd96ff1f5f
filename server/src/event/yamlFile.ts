import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';

/** The path of a value in a file's data: `[3, 'speakers', 0]`. */
export type Path = readonly (string | number)[];

export interface YamlFile {
  /** Plain lists, objects and strings; undefined when the file is not YAML. */
  data: unknown;
  /** The line on which a value or its key begins; for a missing value, that of its parent. Undefined without a file. */
  lineOf(path: Path): number | undefined;
  errors: { line: number; text: string }[];
}

/**
 * Reads YAML in which every value is text, so that `title: 2026`, `name: No` and `start: 09:00` mean what their author
 * expects.
 */
export function parseYaml(source: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(source, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;

  const errors = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    text: message,
  }));
  visit(document, {
    // In a pack this is not meant as an alias, but as text that begins with an asterisk.
    Alias: (_, node) => {
      errors.push({ line: lineAt(startOf(node) ?? 0), text: 'text that begins with * must be in quotes' });
    },
  });

  return {
    data: errors.length === 0 ? document.toJS() : undefined,
    lineOf: (path) => lineAt(offsetOf(document, path)),
    errors,
  };
}

function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key];
      offset = startOf(node) ?? offset;
    } else {
      break;
    }
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  // Everything in a parsed document is a node; an empty one has no range.
  return (node as Node | null | undefined)?.range?.[0];
}
