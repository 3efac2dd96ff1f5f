import * as z from 'zod/mini';

// How the client reads: an older node, or a back office that knows the specification's fields only, leaves fields out,
// and a newer one sends values that this app does not know. The server's own answers pass the strict schemas.

/** Text that may be missing. */
export const textOrNull = z.catch(z.nullable(z.string()), null);
export const textOrEmpty = z.catch(z.string(), '');

/** A yes or no that may be missing. */
export const flagOr = (missing: boolean) => z.catch(z.boolean(), missing);

/** A list without the items that cannot be read: one of them never hides the others. */
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
