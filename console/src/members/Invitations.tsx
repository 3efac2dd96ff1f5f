import type { StaffRole } from '@companion/contract/defineCall';
import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffReadName } from '../api/staffApi.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { ROLE_CHOICES, ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';
import { SecretLink } from '../page/SecretLink.tsx';
import { ShortList } from '../page/ShortList.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { checkInvitation } from './checkInvitation.ts';

type Sent = StaffAnswer<'inviteMember'>['results'];

/** What an invitation changes. */
const CHANGED: StaffReadName[] = ['getStaffInvitations'];
/** The invitations that are not accepted, and the form of another one. */
export function Invitations() {
  const query = useStaffQuery('getStaffInvitations', {});
  const revoke = useStaffMutation('revokeStaffInvitation', CHANGED);
  const [sent, setSent] = useState<Sent>();
  const report = (invitation: Sent) => {
    setSent(invitation);
    if (!invitation.link) toastDone(`${invitation.email} gets a link by mail. It works for 48 hours.`);
  };
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      {sent?.link && (
        <SecretLink link={sent.link}>
          This server sends no mail. Hand this link to {sent.email}: it works once, for 48 hours.
        </SecretLink>
      )}
      <Loaded query={query} lines={2}>
        {({ results, isMailed = true }) =>
          results.length > 0 && (
            <ShortList
              items={results}
              name="invitations"
              label="Search the invitations"
              textOf={({ email, role }) => `${email} ${ROLE_NAMES[role]}`}
            >
              {({ id, email, role, expiresAt, invitedBy }) => (
                <li key={id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b className="written">{email}</b>
                    <span className={listStyles.detail}>
                      {ROLE_NAMES[role]}, {Date.parse(expiresAt) < Date.now() ? 'ended' : 'works until'}{' '}
                      {dateTimeText(expiresAt)}, by <span className="written">{invitedBy ?? 'the operator'}</span>
                    </span>
                  </div>
                  <div className={listStyles.actions}>
                    <ResendButton invitationId={id} email={email} isMailed={isMailed} onSent={report} />
                    <ConfirmButton
                      size="small"
                      action="Revoke"
                      aria-label={`Revoke the invitation of ${email}`}
                      title={`Revoke the invitation of ${email}?`}
                      onConfirm={() => revoke.send({ invitationId: id }, `The invitation of ${email} is revoked.`)}
                    >
                      <p>Its link no longer works. You can invite the same person again.</p>
                    </ConfirmButton>
                  </div>
                </li>
              )}
            </ShortList>
          )
        }
      </Loaded>
      <InviteForm isMailed={query.data?.isMailed ?? true} onSent={report} />
    </section>
  );
}

interface ResendButtonProps {
  invitationId: string;
  email: string;
  /** Whether the server mails the link; else it is shown. */
  isMailed: boolean;
  onSent(invitation: Sent): void;
}

function ResendButton({ invitationId, email, isMailed, onSent }: ResendButtonProps) {
  const action = isMailed ? 'Send a new link' : 'Make a new link';
  const { send, isSending } = useStaffMutation('resendStaffInvitation', CHANGED);
  return (
    <RowButton
      busy={isSending}
      aria-label={`${action} ${isMailed ? 'to' : 'for'} ${email}`}
      onPress={() => void send({ invitationId }).then((answer) => answer && onSent(answer.results))}
    >
      {action}
    </RowButton>
  );
}

function InviteForm({ isMailed, onSent }: Pick<ResendButtonProps, 'isMailed' | 'onSent'>) {
  const [role, setRole] = useState<StaffRole>('host');
  const invite = async ({ email = '' }: Record<string, string>) => {
    await checkInvitation({ email, role });
    onSent((await sendStaffCall('inviteMember', { email, role }, CHANGED)).results);
  };
  return (
    <Card>
      <StaffForm action={isMailed ? 'Send an invitation' : 'Make a link'} onSubmit={invite}>
        <FormField label="E-mail of a new member" name="email" type="email" autoComplete="off" />
        <Choices label="Role" options={ROLE_CHOICES} value={role} onChange={setRole} />
        <p className={listStyles.detail}>{ROLE_MEANINGS[role]}.</p>
        {!isMailed && (
          <p className={listStyles.detail}>This server sends no mail. The link is shown here, and you hand it over.</p>
        )}
      </StaffForm>
    </Card>
  );
}
