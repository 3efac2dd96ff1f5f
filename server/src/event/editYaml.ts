import { isCollection, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { InputError } from '../platform/inputError.ts';
import { YamlEditor } from './yamlEditor.ts';
import { parseYaml } from './yamlFile.ts';
import { hasWanted, type Wanted, type WantedEntry, type WantedMap } from './yamlNodes.ts';

/**
 * Changes a file of a pack that is a list of maps. What does not change keeps every byte: comments, the order of keys,
 * quotes, the style of texts.
 */
export function editYamlList(before: string, file: string, entries: WantedEntry[]): string {
  return editFile(before, file, entries, (editor, contents) => {
    if (contents === undefined) return editor.firstEntries(entries);
    if (!isSeq(contents)) throw new InputError(`${file} of the pack is not a list. Correct the file first.`);
    return editor.list(contents, entries);
  });
}

/** Changes a file of a pack that is a map in the same way. */
export function editYamlMap(before: string, file: string, fields: WantedMap): string {
  return editFile(before, file, fields, (editor, contents) => {
    if (contents === undefined) return editor.firstKeys(fields);
    if (!isMap(contents)) {
      throw new InputError(`${file} of the pack is not a map of keys and values. Correct the file first.`);
    }
    return editor.map(contents, fields);
  });
}

/** @param edit gets undefined for a file without content */
function editFile(
  before: string,
  file: string,
  wanted: Wanted,
  edit: (editor: YamlEditor, contents: unknown) => string,
): string {
  const [error] = parseYaml(before).errors;
  if (error) throw new InputError(`${file}:${error.line} of the pack cannot be read: ${error.text}`);
  const mark = before.startsWith('\ufeff') ? '\ufeff' : '';
  const isWindows = before.includes('\r\n') && !/[^\r]\n/.test(before);
  const text = isWindows ? before.slice(mark.length).replaceAll('\r\n', '\n') : before.slice(mark.length);
  const document = parseDocument(text, { schema: 'failsafe', keepSourceTokens: true });
  const after = edit(
    new YamlEditor(text, document.contents),
    hasContent(document.contents) ? document.contents : undefined,
  );

  const { data, errors } = parseYaml(after);
  if (errors.length > 0 || !hasWanted(data ?? null, wanted)) {
    throw new InputError(
      `${file} of the pack is written in a way that cannot be changed here. Simplify the file, then try again.`,
    );
  }
  return mark + (isWindows ? after.replaceAll('\n', '\r\n') : after);
}

/** A file may have comments only, or `[]`. */
const hasContent = (contents: Node | null) =>
  isScalar(contents) ? Boolean(contents.value) : isCollection(contents) && contents.items.length > 0;
