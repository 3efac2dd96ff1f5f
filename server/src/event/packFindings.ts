import type { Path } from './yamlFile.ts';

/** A problem in a pack, or a warning, with its place. */
export interface Finding {
  /** Relative to the pack's folder. */
  file: string;
  line?: number | undefined;
  /** Where it is in the data of a YAML file. */
  path?: Path | undefined;
  /** The id of the entry, if it has one. */
  id?: string | undefined;
  text: string;
}

/** `agenda.yaml:41 (keynote): …`, which editors and terminals show as a link. */
export function describeFinding({ file, line, id, text }: Finding): string {
  return `${file}${line ? `:${line}` : ''}${id ? ` (${id})` : ''}: ${text}`;
}

/** Thrown for an unusable pack, with all its problems. */
export class PackError extends Error {
  override readonly name = 'PackError';
  readonly problems: readonly Finding[];

  constructor(folder: string, found: readonly Finding[]) {
    const problems = found.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super([`The event pack ${folder} has ${count}:`, ...problems.map((p) => `  ${describeFinding(p)}`)].join('\n'));
    this.problems = problems;
  }
}
