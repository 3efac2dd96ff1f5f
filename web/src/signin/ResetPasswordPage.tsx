import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useValidateTokenQuery } from '../api/passwordResetApi.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { paths } from '../paths.ts';
import { notifyError } from '../toasts/toasts.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { FocusedHeading } from '../ui/FocusedHeading.tsx';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** §2, §4: validates the token of the mailed link, then shows the form, then success. */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation().search).get('token') ?? '';
  const query = useValidateTokenQuery(token ? { token } : skipToken);
  const { data, refetch } = query;
  const [isUpdated, setIsUpdated] = useState(false);

  useEffect(() => {
    // §8. A failed call has shown its toast already.
    if (data && data.status !== 200) notifyError({ data });
  }, [data]);

  if (isUpdated) return <Updated />;
  if (!token || (data && (!data.results || data.status !== 200))) return <Expired />;
  if (data) return <NewPasswordForm token={token} onUpdated={() => setIsUpdated(true)} onRejected={refetch} />;
  const checking = (
    <>
      <h1 className="visually-hidden">Checking your link</h1>
      <Skeleton lines={3} shape="control" />
    </>
  );
  return (
    <EmptyState query={query} placeholder={checking}>
      <h1>Your link could not be checked.</h1>
    </EmptyState>
  );
}

const Updated = () => (
  <Message
    icon={<CheckIcon />}
    action={
      <Link to={paths.login} className={buttonClass()}>
        Back to login
      </Link>
    }
  >
    <FocusedHeading>Your password has been successfully updated. Please log in.</FocusedHeading>
  </Message>
);

const Expired = () => (
  <Message
    icon={<AlertIcon />}
    action={
      <>
        <Link to={paths.lostPassword} className={buttonClass()}>
          Request a new link
        </Link>
        <Link to={paths.login}>Back to login</Link>
      </>
    }
  >
    <FocusedHeading>Reset password token has expired.</FocusedHeading>
  </Message>
);
