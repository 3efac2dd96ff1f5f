import * as z from 'zod/mini';

// The client reads tolerantly: an older node, or a back office with only the specification's fields, omits fields, and a
// newer one sends values that this app does not know. The server's own answers must match the strict schemas.

/** Text that may be missing. */
export const textOrNull = z.catch(z.nullable(z.string()), null);
export const textOrEmpty = z.catch(z.string(), '');

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
