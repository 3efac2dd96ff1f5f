import * as z from 'zod/mini';

// The client reads tolerantly: an older node, or a back office with only the specification's fields, omits fields, and a
// newer one sends values that this app does not know. The server's own answers must match the strict schemas.

/** Text that may be missing. */
export const textOrNull = z.catch(z.nullable(z.string()), null);
export const textOrEmpty = z.catch(z.string(), '');
export const textsOrEmpty = z.catch(z.array(z.string()), []);

/** A time in ISO 8601. What cannot be read as one would fail where it is shown. */
export const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
/** A time that may be missing. */
export const timeOrNull = z.catch(z.nullable(time), null);

/** A flag that may be missing. */
export const flagOr = (missing: boolean) => z.catch(z.boolean(), missing);

/** A list without its unreadable items, so that one of them does not hide the others. */
export const readableItems = <Item extends z.ZodMiniType>(item: Item) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((items): z.output<Item>[] =>
      items.flatMap((one) => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );

/**
 * The tolerant schema of an answer to the staff, which only another version of this server can have written: what is missing
 * is read as empty, and rows with a value that this app does not know are left out. What has no id, and what is not an
 * answer at all, cannot be read. An enum has no empty value: one that is added to an answer must be optional at first.
 */
export const readTolerantly = <Answer extends z.ZodMiniType>(answer: Answer) =>
  z.pipe(
    z.transform((given: unknown) => completed(answer, given)),
    answer,
  );

const EMPTY: Record<string, unknown> = { string: '', number: 0, boolean: false, array: [], object: {}, record: {} };
const NEEDED = /^(?:id|\w+Id|results)$/;

/** What was given, with what its schema expects in addition, and without the rows that do not fit it. */
function completed(schema: z.core.$ZodType, given: unknown): unknown {
  const { def } = partsOf(schema);
  if (def.type === 'object' && typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const values: Record<string, unknown> = { ...given };
    const fields = Object.entries(def.shape).map(([name, field]) => {
      const empty = NEEDED.test(name) ? undefined : EMPTY[partsOf(field).def.type];
      return [name, completed(field, values[name] ?? empty)] as const;
    });
    const { catchall } = def;
    // Fields whose names the schema does not say, such as those of an entry of the programme.
    const others = catchall
      ? Object.entries(values).filter(([name, value]) => !(name in def.shape) && fits(catchall, value))
      : [];
    return Object.fromEntries([...others, ...fields.filter(([, value]) => value !== undefined)]);
  }
  if (def.type === 'array' && Array.isArray(given)) {
    const items = given.map((item) => completed(def.element, item));
    // The place of a text or number may mean something, such as a choice.
    return partsOf(def.element).def.type === 'object' ? items.filter((item) => fits(def.element, item)) : items;
  }
  if (def.type === 'nullable' || def.type === 'optional') {
    const value = completed(def.innerType, given);
    if (fits(def.innerType, value)) return value;
    return def.type === 'nullable' ? null : undefined;
  }
  return given;
}

const fits = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

// Every schema is one of zod's own. Their common type does not say what kinds there are.
const partsOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod;
