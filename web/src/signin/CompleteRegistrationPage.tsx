import { Navigate } from 'react-router';
import { useGetAccountQuery } from '../api/accountApi.ts';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ActivationForm } from './ActivationForm.tsx';
import styles from './ProfileForm.module.css';

/** Confirms what came from the ticketing service (§2). Without a session there is nothing to confirm (decisions). */
export function CompleteRegistrationPage() {
  const profile = useAppSelector(selectProfile);
  if (!profile) return <Navigate to={paths.login} replace />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Activate your account</h1>
        <p>These are the details of your ticket. Please confirm them, and fill in what is missing.</p>
      </header>
      <ConfirmedDetails id={profile.id} />
    </div>
  );
}

function ConfirmedDetails({ id }: { id: string }) {
  const { data, isError, refetch } = useGetAccountQuery(id);
  if (data) return <ActivationForm account={data} />;
  if (!isError) return <Skeleton lines={6} height="var(--touch)" />;
  return (
    <Message icon={<AlertIcon />} action={<Button onClick={refetch}>Try again</Button>}>
      <p>Your details could not be loaded.</p>
    </Message>
  );
}
