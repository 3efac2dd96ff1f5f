import { useRef, useState } from 'react';
import { useConfirmRegistrationMutation } from '../api/accountApi.ts';
import { readApi } from '../api/readApi.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { useAppDispatch } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './RegistrationQuestion.module.css';

/** Asks the owner of a phone that was registered on another device who did it (decision 022). */
export function RegistrationQuestion({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const [confirmRegistration, { isLoading }] = useConfirmRegistrationMutation();
  const [isDenied, setIsDenied] = useState(false);
  const navigate = useNavigateFromHere();
  const content = useFocusKept<HTMLDivElement>();
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
    <Card as="section" aria-labelledby="registration">
      <div ref={content} className={styles.question}>
        <h2 id="registration" ref={heading} tabIndex={-1}>
          {isDenied ? 'Start with your own details?' : 'Was it you who registered?'}
        </h2>
        <p>
          {isDenied
            ? 'You enter your own name and email address. What was answered, voted and written with your number before you first signed in with a code is deleted. You cannot bring it back.'
            : 'Your phone number was registered on another device before you first signed in with a code.'}
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
      </div>
    </Card>
  );
}
