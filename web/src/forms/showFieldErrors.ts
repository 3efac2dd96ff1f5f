import { readableFailure } from '@companion/contract/defineCall';

type ShowError<Name> = (
  name: Name,
  error: { type: 'server'; message: string },
  options: { shouldFocus: boolean },
) => void;

/**
 * Shows the server's messages for single fields (`errors`, decision 032) and focuses the first one.
 * @param shape the fields of the form's schema
 * @returns whether there were any
 */
export function showFieldErrors<Name extends string>(
  error: unknown,
  shape: Record<Name, unknown>,
  setError: ShowError<NoInfer<Name>>,
): boolean {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const messages = readableFailure.safeParse(data).data?.errors ?? {};
  let isFirst = true;
  // Object.keys loses the key type. The keys are those of the schema.
  for (const name of Object.keys(shape) as Name[]) {
    const message = messages[name];
    if (message === undefined) continue;
    setError(name, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return !isFirst;
}
