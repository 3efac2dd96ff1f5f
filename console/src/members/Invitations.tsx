import { STAFF_ROLES, type StaffRole } from '@companion/contract/defineCall';
import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';
import { SecretLink } from '../page/SecretLink.tsx';
import { ShortList } from '../page/ShortList.tsx';
import { StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';

type Invitation = StaffAnswer<'getStaffInvitations'>['results'][number];

const ROLES = STAFF_ROLES.map((role): [StaffRole, string] => [role, ROLE_NAMES[role]]);

/** The invitations that are not accepted, and the form of another one. */
export function Invitations() {
  const query = useStaffQuery('getStaffInvitations', {});
  const [sent, setSent] = useState<StaffAnswer<'inviteMember'>['results']>();
  const [confirming, setConfirming] = useState<Invitation>();
  const report = (invitation: StaffAnswer<'inviteMember'>['results']) => {
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
        {({ results }) =>
          results.length > 0 && (
            <ShortList
              items={results}
              name="invitations"
              label="Search the invitations"
              textOf={({ email, role }) => `${email} ${ROLE_NAMES[role]}`}
            >
              {(invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  onSent={report}
                  onRevoke={() => setConfirming(invitation)}
                />
              )}
            </ShortList>
          )
        }
      </Loaded>
      <InviteForm onSent={report} />
      {confirming && <ConfirmRevoke invitation={confirming} onClose={() => setConfirming(undefined)} />}
    </section>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onSent(invitation: StaffAnswer<'inviteMember'>['results']): void;
  onRevoke(): void;
}

function InvitationRow({ invitation, onSent, onRevoke }: InvitationRowProps) {
  const resend = useStaffMutation('resendStaffInvitation', ['getStaffInvitations']);
  const params = { invitationId: invitation.id };
  const isOver = Date.parse(invitation.expiresAt) < Date.now();
  return (
    <li className={listStyles.row}>
      <div className={listStyles.text}>
        <b className="written">{invitation.email}</b>
        <span className={listStyles.detail}>
          {ROLE_NAMES[invitation.role]}, {isOver ? 'ended' : 'works until'} {dateTimeText(invitation.expiresAt)}, by{' '}
          <span className="written">{invitation.invitedBy ?? 'the operator'}</span>
        </span>
      </div>
      <div className={listStyles.actions}>
        <ActionButton
          variant="secondary"
          size="small"
          busy={resend.isSending}
          aria-label={`Send a new link to ${invitation.email}`}
          onPress={() => void resend.send(params).then((answer) => answer && onSent(answer.results))}
        >
          Send a new link
        </ActionButton>
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={`Revoke the invitation of ${invitation.email}`}
          onPress={onRevoke}
        >
          Revoke
        </ActionButton>
      </div>
    </li>
  );
}

function ConfirmRevoke({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const { send, isSending } = useStaffMutation('revokeStaffInvitation', ['getStaffInvitations']);
  const confirm = async () => {
    const done = await send({ invitationId: invitation.id });
    onClose();
    if (done) toastDone(`The invitation of ${invitation.email} is revoked.`);
  };
  return (
    <ConfirmDialog
      title={`Revoke the invitation of ${invitation.email}?`}
      action="Revoke"
      busy={isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>Its link no longer works. You can invite the same person again.</p>
    </ConfirmDialog>
  );
}

function InviteForm({ onSent }: Pick<InvitationRowProps, 'onSent'>) {
  const { send, isSending, failure } = useStaffMutation('inviteMember', ['getStaffInvitations'], {
    showsFailure: true,
  });
  const [role, setRole] = useState<StaffRole>('host');
  /** Another form after each invitation: its field is empty. */
  const [round, setRound] = useState(0);
  const submit = async ({ email = '' }: Record<string, string>) => {
    const answer = await send({ email, role });
    if (!answer) return;
    setRound((last) => last + 1);
    onSent(answer.results);
  };
  return (
    <Card>
      <StaffForm key={round} action="Invite" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field
          label="E-mail of a new member"
          name="email"
          type="email"
          autoComplete="off"
          error={failure?.errors.email}
        />
        <Choices label="Role" options={ROLES} value={role} onChange={(value) => setRole(value)} />
        <p className={listStyles.detail}>{ROLE_MEANINGS[role]}.</p>
      </StaffForm>
    </Card>
  );
}
