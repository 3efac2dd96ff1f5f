import { useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText, numberText, peopleText } from '../page/countText.ts';
import { Notice } from '../page/Notice.tsx';

/** Those who wait for their first invitation, if there are any: what inviting them takes, and the button. */
export function InviteEveryone() {
  const counted = useStaffQuery('getInvitees', {}).data?.results;
  const invite = useStaffMutation('invitePeople', ['getInvitees', 'getPeople', 'getPeopleCounts', 'getPeopleFunnel'], {
    conflict: 'Others wait now than were counted. Please check the numbers again.',
  });
  if (!counted || counted.people === 0) return null;
  const { people, mails, texts, textParts, textsLeft, obstacle } = counted;
  const send = async () => {
    const answer = await invite.send({ people });
    if (!answer) return false;
    const { invited } = answer.results;
    toastDone(`${countText(invited, 'invitation')} ${invited === 1 ? 'is on its' : 'are on their'} way.`);
    return true;
  };
  return (
    <Notice
      label="Invitations"
      actions={
        <ConfirmButton
          size="small"
          variant="primary"
          confirmVariant="primary"
          label="Invite…"
          action={`Invite ${peopleText(people)}`}
          title="Invite everyone who was not invited yet?"
          unavailable={obstacle || undefined}
          onConfirm={send}
        >
          <p>
            Each gets a link that activates their account: {countText(mails, 'mail')}
            {texts > 0 && ` and ${countText(texts, 'text')} (${numberText(textParts)} SMS)`}.
          </p>
          {texts > 0 && texts === textsLeft && <p>The others with a phone get a mail only: today’s SMS are used up.</p>}
        </ConfirmButton>
      }
    >
      <p>
        {peopleText(people)} {people === 1 ? 'was' : 'were'} not invited yet.
      </p>
    </Notice>
  );
}
