import { RowButton } from './ActionButton.tsx';
import { Notice } from './Notice.tsx';
import { useSafeguards } from './useSafeguards.ts';

/** The safeguards that keep attendees from something now, each with the button that ends it. */
export function SafeguardsInForce() {
  const { safeguards, isChanging, changeSafeguards } = useSafeguards();
  return (
    <>
      {safeguards?.registrationPaused && (
        <Notice
          label="Registration is paused"
          actions={
            <RowButton
              busy={isChanging}
              onPress={() => void changeSafeguards({ registrationPaused: false }, 'Registration is open again.')}
            >
              Open registration again
            </RowButton>
          }
        >
          <b>Registration is paused.</b> No one can register; who has an account or a ticket signs in as always.
        </Notice>
      )}
      {safeguards?.confirmationRequired && (
        <Notice
          label="Confirmation is required"
          actions={
            <RowButton
              busy={isChanging}
              onPress={() =>
                void changeSafeguards({ confirmationRequired: false }, 'Confirmation is no longer required.')
              }
            >
              Require no confirmation
            </RowButton>
          }
        >
          <b>Polls and Q&A need a confirmed number.</b> Attendees whose number is not confirmed are asked to do it
          before they answer or ask.
        </Notice>
      )}
    </>
  );
}
