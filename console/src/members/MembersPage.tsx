import type { StaffRole } from '@companion/contract/defineCall';
import { isolated } from '@companion/contract/isolated';
import { MEMBERS_PER_PAGE } from '@companion/contract/staff/staffMembers';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useState } from 'react';
import { useMember } from '../api/member.ts';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActingChoices } from '../page/ActingChoices.tsx';
import { Choices } from '../page/Choices.tsx';
import { ConfirmButton, ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import { MembersIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { ROLE_CHOICES, ROLE_NAMES } from '../page/roleNames.ts';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { usePagedSearch } from '../page/useSearch.ts';
import { Invitations } from './Invitations.tsx';
import styles from './MembersPage.module.css';

type Member = StaffAnswer<'getMembers'>['results']['members'][number];

/** The members of the staff, and those who are invited. */
export function MembersPage() {
  const { values, filter, pages } = usePagedSearch<'q'>();
  const { q: search = '' } = values;
  const given = { search, page: String(pages.page) };
  const query = useStaffQuery('getMembers', given, { partOf: 'members' });
  return (
    <>
      <PageHead title="Members">Who may use the console, and what for.</PageHead>
      <SearchField label="Search a name or an e-mail" value={search} onSearch={(q) => filter({ q })} />
      <Loaded query={query}>
        {({ results: { members, total } }) => (
          <>
            {members.length === 0 ? (
              <Message icon={<MembersIcon />}>No members match.</Message>
            ) : (
              <Card as="ul" className={listStyles.list}>
                {members.map((member) => (
                  <MemberRow key={member.id} member={member} />
                ))}
              </Card>
            )}
            <Pager {...pages} perPage={MEMBERS_PER_PAGE} total={total} labels={['Previous', 'Next']} />
          </>
        )}
      </Loaded>
      <Invitations />
    </>
  );
}

function MemberRow({ member }: { member: Member }) {
  const isSelf = useMember().id === member.id;
  const change = useStaffMutation('changeMemberRole', ['getMembers']);
  /** The role that the dialog asks about. */
  const [role, setRole] = useState<StaffRole>();
  return (
    <li className={listStyles.row}>
      <div className={listStyles.text}>
        <b className="written">{member.name}</b>
        <span className="written">{member.email}</span>
        <span className={listStyles.detail}>
          {member.lastSeenAt ? `Last seen ${dateTimeText(member.lastSeenAt)}` : 'Not signed in'}
          {!member.hasSecondFactor && ', password only'}
        </span>
      </div>
      {isSelf ? (
        <p className={listStyles.detail}>You, {ROLE_NAMES[member.role].toLowerCase()}</p>
      ) : (
        <div className={listStyles.actions}>
          <ActingChoices
            label={`Role of ${isolated(member.name)}`}
            options={ROLE_CHOICES}
            value={member.role}
            onChoose={(asked) => {
              setRole(asked);
              return true;
            }}
          />
          <RemoveButton member={member} />
        </div>
      )}
      {role && (
        <ConfirmDialog
          title={`Make ${isolated(member.name)} ${ROLE_NAMES[role].toLowerCase()}?`}
          action="Change the role"
          onConfirm={() =>
            change.send(
              { memberId: member.id, role },
              `${isolated(member.name)} has the role ${ROLE_NAMES[role].toLowerCase()}.`,
            )
          }
          onClose={() => setRole(undefined)}
        >
          <p>They are signed out everywhere, and sign in again with the new role.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function RemoveButton({ member: { id, name, stageScreens: count, summaryLinks: links } }: { member: Member }) {
  const remove = useStaffMutation('removeMember', ['getMembers', 'getStaffInvitations', 'getStageScreens']);
  const [stageScreens, setStageScreens] = useState<'keep' | 'revoke'>('keep');
  const [summaryLinks, setSummaryLinks] = useState<'keep' | 'revoke'>('keep');
  return (
    <ConfirmButton
      size="small"
      action="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      onConfirm={() => remove.send({ memberId: id, stageScreens, summaryLinks }, `${name} is removed.`)}
    >
      <p>
        They are signed out everywhere at once, and invitations that they sent end. What they changed stays, and the
        audit log still names them.
      </p>
      {count > 0 && (
        <>
          <p>
            {count === 1 ? 'One stage screen is theirs.' : `${count} stage screens are theirs.`} They may still have{' '}
            {count === 1 ? 'its link' : 'the links'}, which show the stage.
          </p>
          <Choices
            label="Their stage screens"
            options={STAGE_SCREEN_CHOICES}
            value={stageScreens}
            onChange={setStageScreens}
          />
        </>
      )}
      {links.length > 0 && (
        <>
          <p>
            They made {countText(links.length, 'link')} for speakers, and may still have{' '}
            {links.length === 1 ? 'it' : 'them'}:
          </p>
          <ul className={styles.links}>
            {links.map((link) => (
              <li key={link.id} className="written">
                {link.name}: {link.item}
              </li>
            ))}
          </ul>
          <Choices
            label="Their links for speakers"
            options={LINK_CHOICES}
            value={summaryLinks}
            onChange={setSummaryLinks}
          />
        </>
      )}
    </ConfirmButton>
  );
}

const LINK_CHOICES = [
  ['keep', 'Keep as mine'],
  ['revoke', 'Revoke: they show nothing'],
] as const;

const STAGE_SCREEN_CHOICES = [
  ['keep', 'Keep as mine'],
  ['revoke', 'Revoke: they go dark'],
] as const;
