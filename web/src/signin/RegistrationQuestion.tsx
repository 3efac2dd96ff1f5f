import type { Profile } from '@companion/contract/session';
import { useRef, useState } from 'react';
import { useConfirmRegistrationMutation } from '../api/useConfirmRegistrationMutation.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './RegistrationQuestion.module.css';

/** Asks the owner of a phone that was registered on another device who did it (decision 022). */
export function RegistrationQuestion({ profile: { id, firstName, lastName, email } }: { profile: Profile }) {
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
  };

  return (
    <Card as="section" aria-labelledby="registration">
      <div ref={content} className={styles.question}>
        <h2 id="registration" ref={heading} tabIndex={-1}>
          {isDenied ? 'Start with your own details?' : 'Did you register?'}
        </h2>
        {isDenied ? (
          <p>
            You enter your own name and email address. What this account answered, voted and wrote before you signed in
            is removed from it. You cannot bring it back.
          </p>
        ) : (
          <p>
            Your phone number was registered on another device, as{' '}
            <strong>
              {firstName} {lastName}
            </strong>{' '}
            with {email || 'no email address'}.
          </p>
        )}
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
