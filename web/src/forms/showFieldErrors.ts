import { readableFailure } from '@companion/contract/call';

type ShowError<Name> = (
  name: Name,
  error: { type: 'server'; message: string },
  options: { shouldFocus: boolean },
) => void;

/**
 * Puts what the server says of single fields (`errors`, decision 032) under them, and the focus on the first.
 * @param shape the form's fields by name, as its schema has them
 * @returns whether it said anything of them
 */
export function showFieldErrors<Name extends string>(
  error: unknown,
  shape: Record<Name, unknown>,
  setError: ShowError<NoInfer<Name>>,
): boolean {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const messages = readableFailure.safeParse(data).data?.errors ?? {};
  let isFirst = true;
  // Object.keys forgets what the keys are; they are the schema's own.
  for (const name of Object.keys(shape) as Name[]) {
    const message = messages[name];
    if (message === undefined) continue;
    setError(name, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return !isFirst;
}
