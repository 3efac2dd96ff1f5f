import { isUtf8 } from 'node:buffer';
import type * as z from 'zod';
import type { ContentRow } from '../platform/db/eventSchema.ts';
import type { Finding } from './packFindings.ts';
import type { PackParts } from './packParts.ts';
import { UNSIZED_LIMIT } from './pictureFile.ts';
import { type Path, parseYaml, type YamlFile } from './yamlFile.ts';

/** The pack has one of them. */
export const LOGO_NAMES = ['logo.svg', 'logo.png', 'logo.jpg', 'logo.jpeg', 'logo.webp'];
const [LOGO = ''] = LOGO_NAMES;
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

/** Reads the parts of a pack, returns what is valid and collects problems. */
export class PackSource {
  readonly problems: Finding[] = [];
  readonly warnings: Finding[] = [];
  /** The SHA-256 of each picture that the pack names and has, by its file. */
  readonly pictures = new Map<string, string>();
  /** The texts that were read, by their file; of a YAML file, with its comments. */
  readonly texts = new Map<string, string>();
  readonly #parts: PackParts;
  readonly #files = new Map<string, YamlFile>();

  constructor(parts: PackParts) {
    this.#parts = parts;
  }

  /** Whether it is the programme in the database, which may be unfinished, and not a folder. */
  get isStored(): boolean {
    return this.#parts.data !== undefined;
  }

  /** The data of a YAML file that has been read. */
  dataOf(file: string): unknown {
    return this.#files.get(file)?.data;
  }

  /** The file's text; empty, with a reported problem, when it cannot be read. */
  async text(file: string): Promise<string> {
    const bytes = await this.#parts.text(file);
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
    this.texts.set(file, text);
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

  /** Checks the picture that an entry names, if it names one. @returns what its row has of it */
  async picture(
    entry: Entry<unknown>,
    key: string,
    folder: string,
    name: string | null | undefined,
  ): Promise<Pick<ContentRow, 'picture' | 'asset'>> {
    const none = { picture: null, asset: null };
    if (!name) return none;
    const file = `${folder}/${name}`;
    const found = await this.#parts.picture(file);
    if (!found || found.error) {
      entry.addProblem(key, `${file} ${found?.error ?? 'is missing'}`);
      return none;
    }
    this.pictures.set(file, found.sha256);
    if (found.oddity) entry.addWarning(key, `${file} ${found.oddity}: attendees load it as it is`);
    return { picture: found.info ? JSON.stringify(found.info) : null, asset: found.sha256 };
  }

  /** Checks the event's logo. @returns its SHA-256; empty, with a reported problem, without a usable one */
  async logo(): Promise<string> {
    const report = (file: string, text: string) => this.problems.push({ file, text });
    const found: [file: string, sha256: string][] = [];
    for (const file of LOGO_NAMES) {
      const logo = await this.#parts.picture(file);
      if (!logo) continue;
      found.push([file, logo.sha256]);
      const isLarge = logo.size > UNSIZED_LIMIT;
      const error = logo.error ?? (isLarge ? 'is larger than 1 MB: attendees load it as it is' : undefined);
      if (error) report(file, error);
    }
    const [first, second] = found;
    if (!first) report(LOGO, 'is missing');
    if (first && second) report(second[0], `is a second logo: there is ${first[0]}`);
    if (first) this.pictures.set(...first);
    return first?.[1] ?? '';
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

  /** The data of a YAML file; undefined, with a reported problem, when it has no usable data. */
  async #load(file: string): Promise<unknown> {
    const yaml = await this.#yaml(file);
    if (!yaml) return undefined;
    this.#files.set(file, yaml);
    this.problems.push(...yaml.errors.map((error) => ({ file, ...error })));
    // An empty file is an empty list.
    return yaml.errors.length > 0 ? undefined : yaml.data || [];
  }

  async #yaml(file: string): Promise<YamlFile | undefined> {
    const { data } = this.#parts;
    if (data) return { data: data(file), lineOf: () => undefined, errors: [] };
    const before = this.problems.length;
    const text = await this.text(file);
    return this.problems.length > before ? undefined : parseYaml(text);
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
    findings.push({ file, path, line: yaml?.lineOf(path), id: idAt(yaml?.data, path), text });
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
