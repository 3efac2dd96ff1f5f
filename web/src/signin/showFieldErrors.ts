import { type ProfileFields, profileFields } from '@companion/contract/account';
import { failure } from '@companion/contract/call';

// Object.keys forgets what the keys are; they are the schema's own.
const names = Object.keys(profileFields.shape) as (keyof ProfileFields)[];

type ShowError = (
  name: keyof ProfileFields,
  error: { type: 'server'; message: string },
  options: { shouldFocus: boolean },
) => void;

/** Puts what the server says of single fields (`errors`, decisions) under them, and the focus on the first. */
export function showFieldErrors(error: unknown, setError: ShowError): void {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const messages = failure.safeParse(data).data?.errors ?? {};
  let isFirst = true;
  for (const name of names) {
    const message = messages[name];
    if (message === undefined) continue;
    setError(name, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
}
