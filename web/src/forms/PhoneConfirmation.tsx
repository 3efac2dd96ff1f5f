import { CONFIRM_FIRST } from '@companion/contract/constants';
import { lazy, Suspense } from 'react';
import { loadLate } from '../page/loadLate.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { describeError } from '../toasts/describeError.ts';
import type { PhoneConfirmationCardProps } from './PhoneConfirmationCard.tsx';

const PhoneConfirmationCard = lazy(() =>
  loadLate(() => import('./PhoneConfirmationCard.tsx')).then((file) => ({ default: file.PhoneConfirmationCard })),
);

/** Asks the attendee to confirm the phone number, as long as the back office says that it is not (decision 056). */
export function PhoneConfirmation(props: Omit<PhoneConfirmationCardProps, 'account'>) {
  const profile = useAppSelector(selectProfile);
  if (!profile?.phone || profile.confirmed !== false) return null;
  return (
    <Suspense>
      <PhoneConfirmationCard key={profile.phone} account={profile} {...props} />
    </Suspense>
  );
}

/** Whether a call was rejected because the attendee's number must be confirmed first. */
export const needsConfirmation = (error: unknown): boolean =>
  Object(error).status === 403 && describeError(error).message === CONFIRM_FIRST;
