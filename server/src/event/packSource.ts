import { isUtf8 } from 'node:buffer';
import type * as z from 'zod';
import { describePicture, sizeOddity } from './describePicture.ts';
import type { Finding } from './packFindings.ts';
import { readPackFile } from './packFolder.ts';
import { isSvg, pictureError } from './pictureFile.ts';
import { type Path, parseYaml, type YamlFile } from './yamlFile.ts';

export const LOGO = 'logo.svg';
/** What an import leaves for the organizer to write (schedule/packSkeleton.ts), outside comments. */
const PLACEHOLDER = /^(?!\s*#).*(?:\bEDIT\b|\bedit@example\.com\b)/;
const MAX_SHOWN_LENGTH = 80;

/** One entry of a YAML file, checked field by field. */
export interface Entry<Fields> {
  /** The valid fields, so that an error in one does not prevent checks of the others. */
  fields: Partial<Fields>;
  /** All fields, when all are valid. */
  complete: Fields | undefined;
  /** Report an error or a warning about one of its keys. */
  addProblem(key: string, text: string): void;
  addWarning(key: string, text: string): void;
}

/** The new content of files of a pack, by name. */
export type ChangedFiles = ReadonlyMap<string, Uint8Array>;

/** Reads the files of a pack, returns what is valid and collects problems. */
export class PackSource {
  readonly problems: Finding[] = [];
  readonly warnings: Finding[] = [];
  readonly #folder: string;
  readonly #changes: ChangedFiles;
  readonly #files = new Map<string, YamlFile>();

  constructor(folder: string, changes: ChangedFiles) {
    this.#folder = folder;
    this.#changes = changes;
  }

  /** The file's text; empty, with a reported problem, when it cannot be read. */
  async text(file: string): Promise<string> {
    const bytes = await this.#bytes(file);
    if (!bytes) {
      this.problems.push({ file, text: 'is missing' });
      return '';
    }
    const text = new TextDecoder().decode(bytes);
    if (!isUtf8(bytes) || text.includes('\0')) {
      this.problems.push({ file, text: 'is not UTF-8 text' });
      return '';
    }
    this.#reportPlaceholders(file, text);
    return text;
  }

  /** Reads a YAML file that is one entry. */
  async one<Fields>(file: string, schema: z.ZodObject & z.ZodType<Fields>): Promise<Entry<Fields>> {
    return this.#entry(file, [], await this.#load(file), schema);
  }

  /** Reads a YAML file that is a list of entries. */
  async list<Fields>(file: string, schema: z.ZodObject & z.ZodType<Fields>): Promise<Entry<Fields>[]> {
    return this.#entries(file, [], await this.#load(file), schema);
  }

  /** The entries of a list in the entry at `index` of a file that has been read. */
  nested<Fields>(file: string, index: number, key: string, schema: z.ZodObject & z.ZodType<Fields>): Entry<Fields>[] {
    return this.#entries(file, [index, key], valueAt(this.#files.get(file)?.data, [index, key]), schema);
  }

  /** Checks the picture that an entry names, if it names one. @returns what is known of it, as its row stores it */
  async picture(
    entry: Entry<unknown>,
    key: string,
    folder: string,
    name: string | null | undefined,
  ): Promise<string | null> {
    if (!name) return null;
    const bytes = await this.#bytes(`${folder}/${name}`);
    const error = bytes ? pictureError(name, bytes) : 'is missing';
    if (error || !bytes) {
      entry.addProblem(key, `${folder}/${name} ${error}`);
      return null;
    }
    const info = describePicture(bytes);
    const oddity = info ? sizeOddity(info, bytes) : isSvg(name) ? undefined : 'does not say how large it is';
    if (oddity) entry.addWarning(key, `${folder}/${name} ${oddity}: attendees load it as it is`);
    return info ? JSON.stringify(info) : null;
  }

  /** Checks the event's logo. */
  async logo(): Promise<void> {
    const bytes = await this.#bytes(LOGO);
    const error = bytes ? pictureError(LOGO, bytes) : 'is missing';
    if (error) this.problems.push({ file: LOGO, text: error });
  }

  /** Whether the file exists and is a list, so that references to its entries can be checked. */
  reads(file: string): boolean {
    const yaml = this.#files.get(file);
    return yaml?.errors.length === 0 && Array.isArray(yaml.data || []);
  }

  #reportPlaceholders(file: string, text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (!PLACEHOLDER.test(line)) continue;
      const shown = line.trim().slice(0, MAX_SHOWN_LENGTH).toWellFormed();
      this.warnings.push({ file, line: index + 1, text: `a placeholder is still to be replaced: ${shown}` });
    }
  }

  async #bytes(file: string): Promise<Uint8Array | undefined> {
    return this.#changes.get(file) ?? readPackFile(this.#folder, file);
  }

  /** The data of a YAML file; undefined, with a reported problem, when it has no usable data. */
  async #load(file: string): Promise<unknown> {
    const before = this.problems.length;
    const text = await this.text(file);
    if (this.problems.length > before) return undefined;
    const yaml = parseYaml(text);
    this.#files.set(file, yaml);
    this.problems.push(...yaml.errors.map((error) => ({ file, ...error })));
    // An empty file is an empty list.
    return yaml.errors.length > 0 ? undefined : yaml.data || [];
  }

  #entries<Fields>(file: string, path: Path, data: unknown, schema: z.ZodObject & z.ZodType<Fields>): Entry<Fields>[] {
    if (Array.isArray(data)) return data.map((item, index) => this.#entry(file, [...path, index], item, schema));
    // Undefined: already reported as missing or unreadable.
    if (data !== undefined && path.length === 0) this.#report(this.problems, file, path, 'must be a list');
    return [];
  }

  #entry<Fields>(file: string, path: Path, data: unknown, schema: z.ZodObject & z.ZodType<Fields>): Entry<Fields> {
    const entry: Entry<Fields> = {
      fields: {},
      complete: undefined,
      addProblem: (key, text) => this.#report(this.problems, file, [...path, key], `${key} ${text}`),
      addWarning: (key, text) => this.#report(this.warnings, file, [...path, key], `${key} ${text}`),
    };
    if (data === undefined) return entry;
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      this.#report(this.problems, file, path, 'must be keys with values, such as id: opening');
      return entry;
    }

    const parsed = schema.safeParse(data);
    if (parsed.success) return { ...entry, fields: parsed.data, complete: parsed.data };
    for (const issue of parsed.error.issues) {
      // The keys are those of the parsed object: strings and numbers, never symbols.
      const inside = issue.path as (string | number)[];
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          this.#report(this.problems, file, [...path, ...inside, key], `${key} is not a known key`);
        }
      } else {
        this.#report(this.problems, file, [...path, ...inside], `${spell(inside)} ${issue.message}`);
      }
    }
    const valid = Object.entries(schema.shape).flatMap(([key, field]) => {
      // The shape of a ZodObject consists of full schemas; its type declares core ones.
      const result = (field as z.ZodType).safeParse(valueAt(data, [key]));
      return result.success ? [[key, result.data]] : [];
    });
    // The keys are the schema's, each value parsed by its own schema.
    return { ...entry, fields: Object.fromEntries(valid) as Partial<Fields> };
  }

  #report(findings: Finding[], file: string, path: Path, text: string): void {
    const yaml = this.#files.get(file);
    findings.push({ file, line: yaml?.lineOf(path), id: idAt(yaml?.data, path), text });
  }
}

/** The id of the innermost entry on the path. */
function idAt(data: unknown, path: Path): string | undefined {
  const ids = path.map((_, index) => valueAt(data, [...path.slice(0, index), 'id']));
  return ids.filter((id) => typeof id === 'string').findLast((id) => id !== '');
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    // Plain data can be indexed by any key; a missing one is undefined.
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    data,
  );
}

/** `speakers [2]`, counted from 1. */
const spell = (path: Path) => path.map((key) => (typeof key === 'number' ? `[${key + 1}]` : key)).join(' ');
