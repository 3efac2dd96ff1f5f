import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useConfirmRegistrationMutation } from '../api/accountApi.ts';
import { readApi } from '../api/readApi.ts';
import page from '../forms/FormPage.module.css';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './RegistrationQuestion.module.css';

/**
 * Asks the owner of a phone that was registered on another device who did it, in place of every screen that shows the
 * account (decision 022).
 */
export function RegistrationQuestion() {
  const id = useAppSelector(selectProfile)?.id ?? '';
  const dispatch = useAppDispatch();
  const [confirmRegistration, { isLoading }] = useConfirmRegistrationMutation();
  const [isDenied, setIsDenied] = useState(false);
  const navigate = useNavigateFromHere();
  const heading = useRef<HTMLHeadingElement>(null);

  const deny = (denied: boolean) => {
    setIsDenied(denied);
    // The pressed button gets another meaning.
    heading.current?.focus();
  };
  const confirm = async (mine: boolean) => {
    const answer = await confirmRegistration({ id, mine });
    if (answer.data && !mine) navigate(paths.completeRegistration);
    // Another device has answered.
    const isAnswered = answer.error && 'status' in answer.error && answer.error.status === 409;
    if (isAnswered) dispatch(readApi.endpoints.getAccount.initiate({ id }, { forceRefetch: true, subscribe: false }));
  };

  return (
    <div className={page.page}>
      <Card as="section" aria-labelledby="registration" className={styles.question}>
        <h1 id="registration" ref={heading} tabIndex={-1}>
          {isDenied ? 'Start with your own details?' : 'Was it you who registered?'}
        </h1>
        <p>
          {isDenied
            ? 'You enter your own name and email address. What was answered, voted and written with your number before you first signed in with a code is deleted. You cannot bring it back.'
            : 'Your phone number was registered on another device before you first signed in with a code. Until you answer, nothing of that account is shown.'}
        </p>
        <div className={styles.actions}>
          <Button
            variant={isDenied ? 'danger' : 'primary'}
            busy={isLoading}
            disabled={isLoading}
            onClick={() => confirm(!isDenied)}
          >
            {isDenied ? 'Start With My Own Details' : 'Yes, That Was Me'}
          </Button>
          <Button variant="secondary" disabled={isLoading} onClick={() => deny(!isDenied)}>
            {isDenied ? 'Cancel' : 'No, Someone Else'}
          </Button>
        </div>
      </Card>
      <p className={page.aside}>
        <Link to={paths.logout}>Sign Out</Link>
      </p>
    </div>
  );
}
