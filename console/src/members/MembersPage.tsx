import { STAFF_ROLES, type StaffRole } from '@companion/contract/defineCall';
import { MEMBERS_PER_PAGE } from '@companion/contract/staff/staffMembers';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useState } from 'react';
import { useMember } from '../api/MemberContext.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { MembersIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { Pager, pageIn, pageText } from '../page/Pager.tsx';
import { ROLE_NAMES } from '../page/roleNames.ts';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { useSearch } from '../page/useSearch.ts';
import { Invitations } from './Invitations.tsx';

type Member = StaffAnswer<'getMembers'>['results']['members'][number];

const SEARCH = ['q', 'page'] as const;
const ROLES = STAFF_ROLES.map((role): [StaffRole, string] => [role, ROLE_NAMES[role]]);

/** The members of the staff, and those who are invited. */
export function MembersPage() {
  const [{ q, page }, setSearch] = useSearch(SEARCH);
  const current = pageIn(page);
  const given = { search: q || undefined, page: String(current) };
  const query = useStaffQuery('getMembers', given, { partOf: 'members' });
  const [confirming, setConfirming] = useState<{ member: Member; role?: StaffRole }>();
  return (
    <>
      <PageHead title="Members">Who may use the console, and what for.</PageHead>
      <SearchField
        label="Search a name or an e-mail"
        value={q}
        onSearch={(typed) => setSearch({ q: typed, page: '' })}
      />
      <Loaded query={query}>
        {({ results: { members, total } }) => (
          <>
            {members.length === 0 ? (
              <Message icon={<MembersIcon />}>No members match.</Message>
            ) : (
              <Card as="ul" className={listStyles.list}>
                {members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    onRole={(role) => setConfirming({ member, role })}
                    onRemove={() => setConfirming({ member })}
                  />
                ))}
              </Card>
            )}
            <Pager
              page={current}
              perPage={MEMBERS_PER_PAGE}
              total={total}
              labels={['Previous', 'Next']}
              onPage={(next) => setSearch({ page: pageText(next) })}
            />
          </>
        )}
      </Loaded>
      <Invitations />
      {confirming && <ConfirmMember {...confirming} onClose={() => setConfirming(undefined)} />}
    </>
  );
}

interface MemberRowProps {
  member: Member;
  onRole(role: StaffRole): void;
  onRemove(): void;
}

function MemberRow({ member, onRole, onRemove }: MemberRowProps) {
  const isSelf = useMember().id === member.id;
  return (
    <li className={listStyles.row}>
      <div className={listStyles.text}>
        <b className="written">{member.name}</b>
        <span className="written">{member.email}</span>
        <span className={listStyles.detail}>
          {member.lastSeenAt ? `Last seen ${dateTimeText(member.lastSeenAt)}` : 'Not signed in yet'}
          {!member.hasSecondFactor && ', password only'}
        </span>
      </div>
      {isSelf ? (
        <p className={listStyles.detail}>You, {ROLE_NAMES[member.role].toLowerCase()}</p>
      ) : (
        <div className={listStyles.actions}>
          <Choices label={`Role of ${member.name}`} options={ROLES} value={member.role} onChange={onRole} />
          <ActionButton variant="secondary" size="small" aria-label={`Remove ${member.name}`} onPress={onRemove}>
            Remove
          </ActionButton>
        </div>
      )}
    </li>
  );
}

/** Asks before a role is changed, or without a role before the member is removed. */
function ConfirmMember({ member, role, onClose }: { member: Member; role?: StaffRole; onClose(): void }) {
  const change = useStaffMutation('changeMemberRole', ['getMembers']);
  const remove = useStaffMutation('removeMember', ['getMembers', 'getStaffInvitations', 'getStageScreens']);
  const [stageScreens, setStageScreens] = useState<StageScreens>('keep');
  const params = { memberId: member.id };
  const confirm = async () => {
    const done = role ? await change.send({ ...params, role }) : await remove.send({ ...params, stageScreens });
    onClose();
    if (!done) return;
    toastDone(role ? `${member.name} has the role ${ROLE_NAMES[role].toLowerCase()}.` : `${member.name} is removed.`);
  };
  return (
    <ConfirmDialog
      title={role ? `Make ${member.name} ${ROLE_NAMES[role].toLowerCase()}?` : `Remove ${member.name}?`}
      action={role ? 'Change the role' : 'Remove'}
      busy={change.isSending || remove.isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{role ? 'They are signed out everywhere, and sign in again with the new role.' : REMOVAL}</p>
      {!role && member.stageScreens > 0 && (
        <>
          <p>
            {member.stageScreens === 1
              ? 'One stage screen is theirs.'
              : `${member.stageScreens} stage screens are theirs.`}{' '}
            They may still have {member.stageScreens === 1 ? 'its link' : 'the links'}, which show the stage.
          </p>
          <Choices
            label="Their stage screens"
            options={DEVICES}
            value={stageScreens}
            onChange={(value) => setStageScreens(value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

const REMOVAL =
  'They are signed out everywhere at once, and invitations that they sent end. What they changed stays, and the audit log still names them.';

type StageScreens = 'keep' | 'revoke';
const DEVICES = [
  ['keep', 'Keep as mine'],
  ['revoke', 'Revoke: they go dark'],
] as const;
