import { useState } from 'react';
import { useMember } from '../api/member.ts';
import { sendStaffCall, shownFailure, useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastProblem } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import { discardTyped } from '../page/unsaved.ts';
import { useGoOn } from '../page/useGoOn.ts';
import { paths } from '../paths.ts';
import { MergePerson } from './MergePerson.tsx';
import styles from './people.module.css';
import { fullName, type Person, personFormKey } from './personTexts.ts';
import { ShownLink } from './ShownLink.tsx';

/** What can be done for a person, or with what is stored about them. */
export function PersonActions({ person }: { person: Person }) {
  const { id: personId, given } = person;
  const goOn = useGoOn();
  const { id: memberId } = useMember();
  const isActivated = person.step === 'activated' || person.step === 'registered';
  const resend = useStaffMutation('resendInvitation', ['getPerson', 'getPeople', 'getInvitees']);
  const show = useStaffMutation('createPersonLink');
  const erase = useStaffMutation('erasePerson', ['getPeople', 'getPeopleCounts', 'getPeopleFunnel', 'getInvitees']);
  const [link, setLink] = useState<StaffAnswer<'createPersonLink'>['results']>();
  const [isExporting, setExporting] = useState(false);
  const download = async () => {
    setExporting(true);
    try {
      const { results } = await sendStaffCall('exportPerson', { personId });
      saveAsFile(results.json, 'person.json');
    } catch (error) {
      const failure = shownFailure(error);
      if (failure) toastProblem(failure.message, failure.traceId);
    } finally {
      setExporting(false);
    }
  };
  const eraseThem = async () => {
    if (!(await erase.send({ personId }, 'The person is erased.'))) return false;
    discardTyped(personFormKey(memberId, personId));
    goOn(paths.people, { replace: true });
    return true;
  };
  return (
    <section aria-label="What you can do" className={styles.possible}>
      <div className={styles.actions}>
        {!isActivated && (
          <>
            <ActionButton
              variant="secondary"
              busy={resend.isSending}
              onPress={() => void resend.send({ personId }, 'Another invitation is on its way.')}
            >
              {person.invitedAt ? 'Send the invitation again' : 'Invite'}
            </ActionButton>
            <ActionButton
              variant="secondary"
              busy={show.isSending}
              onPress={() => void show.send({ personId }).then((answer) => answer && setLink(answer.results))}
            >
              Show a link to sign in
            </ActionButton>
          </>
        )}
        {isActivated && <MergePerson person={person} />}
        <ActionButton variant="secondary" busy={isExporting} onPress={() => void download()}>
          Download their data
        </ActionButton>
        <ConfirmButton action="Erase" label="Erase…" title={`Erase ${fullName(person)}?`} onConfirm={eraseThem}>
          <p>
            Everything about them is deleted for good: {countText(given.answers, 'answer')},{' '}
            {countText(given.votes, 'vote')}, {countText(given.comments, 'comment')} and{' '}
            {countText(given.questions, 'question')} too, so totals become smaller.
          </p>
          <p>
            Cancel or erase them at the ticketing service as well. Backups and archives from before still have them.
          </p>
        </ConfirmButton>
      </div>
      {link && <ShownLink {...link} />}
    </section>
  );
}

/** Lets the browser save a text, as a link to it would. */
function saveAsFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
