import { STAFF_ROLES } from '@companion/contract/defineCall';
import { email as emailSchema } from '@companion/contract/email';
import type { RecordedCommand } from '@companion/contract/staff/recordedActions';
import { auditedLeft, type LeftBehind, removeMember } from '../identity/staff/changeMembers.ts';
import { findMemberByEmail, hasMoreThanPassword, listMembers } from '../identity/staff/memberQueries.ts';
import { removeAllPasskeys } from '../identity/staff/passkeys.ts';
import { type AuditedChange, recordAudit } from '../identity/staff/recordAudit.ts';
import { clearSecondFactor } from '../identity/staff/secondFactors.ts';
import { mailAccountChange } from '../identity/staff/signInChanges.ts';
import { inviteStaff, listInvitations, mailInvitation, revokeInvitation } from '../identity/staff/staffInvitations.ts';
import { makeRecoveryLink } from '../identity/staff/staffPasswordResets.ts';
import { clearPassword } from '../identity/staff/staffPasswords.ts';
import { endAllStaffSessions } from '../identity/staff/staffSessions.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { type Command, CommandError, type Given } from './command.ts';

/** Records what the operator has changed. */
const audit = (tx: Transacting, action: RecordedCommand, change: AuditedChange): Promise<void> =>
  recordAudit(tx, { staffId: null, traceId: null, action, ...change });

/** The first owner is invited here; owners invite the others from the console, or by this command too. */
const inviteCommand: Command = {
  name: 'staff invite',
  operands: 'EMAIL',
  summary:
    'Invites a person to the console for 48 hours; the first one as owner. Prints the link if mail is not set up.',
  options: {
    role: {
      type: 'string',
      value: STAFF_ROLES.join('|'),
      about: 'required once there is an owner; while there is none, the person becomes the owner without it',
    },
  },
  run: (given, { print, withServices }) =>
    withServices(async (services) => {
      const email = oneEmail(given);
      const role = await chooseRole(services.db, given);
      const { link, isMailed } = await transact(services, async (tx) => {
        const sent = await inviteStaff(tx, { email, role, invitedBy: null });
        const isMailed = await mailInvitation(tx, sent);
        await audit(tx, 'staff invite', {
          ...{ entity: 'invitation', entityId: sent.invitation.id },
          ...{ fields: ['role'], choices: { role } },
        });
        return { link: sent.link, isMailed };
      });
      print(`${email} is invited as ${role}, for 48 hours.`);
      print(isMailed ? 'The server mails the link.' : `No mail is set up: hand over this link yourself.\n${link}`);
    }),
};

const listCommand: Command = {
  name: 'staff list',
  operands: '',
  summary: 'Lists the members of the staff and the open invitations.',
  run: (_given, { print, withServices }) =>
    withServices(async ({ db, now }) => {
      const members = await listMembers(db);
      for (const member of members) {
        const { email, role, name } = member;
        print(`${email}  ${role}  ${name}${hasMoreThanPassword(member) ? '' : '  (password only)'}`);
      }
      const invited = (await listInvitations(db)).filter(({ expires_at }) => expires_at > now());
      for (const { email, role, expires_at } of invited) {
        print(`${email}  ${role}  invited until ${isoTime(expires_at)}`);
      }
      if (members.length + invited.length === 0)
        print('There is no staff yet. Invite the first owner: staff invite EMAIL');
    }),
};

const KINDS = [
  ['stageScreen', 'Stage screens'],
  ['summaryLink', 'Links for speakers'],
] as const;

const removeCommand: Command = {
  name: 'staff remove',
  operands: 'EMAIL',
  summary: 'Removes a member of the staff, who is signed out everywhere at once, or an open invitation.',
  options: {
    'revoke-screens': { type: 'boolean', about: 'also revokes the stage screens of theirs, which go on otherwise' },
    'revoke-links': { type: 'boolean', about: 'also revokes their links for speakers, which go on otherwise' },
  },
  run: (given, { print, withServices }) =>
    withServices(async (services) => {
      const email = oneEmail(given);
      const revokes: LeftBehind[] = [];
      if (given.values['revoke-screens'] === true) revokes.push('stageScreen');
      if (given.values['revoke-links'] === true) revokes.push('summaryLink');
      const { entity: what, made } = await transact(services, async (tx) => {
        const member = await findMemberByEmail(tx.db, email);
        const made = member && (await removeMember(tx, member.id, { revokes }));
        const invitation = await revokeInvitation(tx.db, { email });
        const entityId = member?.id ?? invitation;
        if (!entityId) throw new CommandError(`${email} is not a member of the staff, and is not invited.`);
        const entity = member ? 'member' : 'invitation';
        const revoked = revokes.flatMap((kind) => auditedLeft(kind, made?.[kind] ?? []));
        for (const change of [...revoked, { entity, entityId }]) await audit(tx, 'staff remove', change);
        return { entity, made };
      });
      print(what === 'member' ? `${email} is removed and signed out.` : `The invitation of ${email} is revoked.`);
      for (const [kind, name] of KINDS) {
        const count = made?.[kind].length ?? 0;
        if (count > 0 && revokes.includes(kind)) print(`${name} of theirs that are revoked: ${count}.`);
        else if (count > 0) print(`${name} of theirs that go on: ${count}. Owners revoke them in the console.`);
      }
    }),
};

const recoverCommand: Command = {
  name: 'staff recover',
  operands: 'EMAIL',
  summary:
    'For a member who cannot sign in: removes password, second factor and passkeys, signs out everywhere, prints a link to set a password.',
  run: (given, { print, withServices }) =>
    withServices(async (services) => {
      const email = oneEmail(given);
      const link = await transact(services, async (tx) => {
        const member = await findMemberByEmail(tx.db, email);
        if (!member) throw new CommandError(`${email} is not a member of the staff.`);
        // Without the rest, whoever knows it would need no more.
        await clearPassword(tx, member.id);
        await clearSecondFactor(tx.db, member.id);
        await removeAllPasskeys(tx.db, member.id);
        await endAllStaffSessions(tx.db, member.id);
        const fields = ['password', 'second factor', 'passkeys'];
        await audit(tx, 'staff recover', { entity: 'member', entityId: member.id, fields });
        await mailAccountChange(tx, member.email, 'The operator has removed password, second factor and passkeys');
        return makeRecoveryLink(tx, member);
      });
      print(
        `${email} has no password, second factor or passkeys any more. Hand over this link within 30 minutes:\n${link}`,
      );
    }),
};

export const staffCommands: Command[] = [inviteCommand, listCommand, removeCommand, recoverCommand];

function oneEmail({ positionals: [typed, ...more] }: Given): string {
  const parsed = emailSchema.safeParse(typed);
  if (more.length > 0 || !parsed.success) throw new CommandError('Name one e-mail address.', { usage: true });
  return parsed.data;
}

/** The first member must be an owner, who can invite the others. Later ones need a deliberate choice. */
async function chooseRole(db: ReadDatabase, { values: { role: typed } }: Given) {
  const role = STAFF_ROLES.find((each) => each === typed);
  if (typed !== undefined && !role) {
    throw new CommandError(`--role: ${typed} is not one of ${STAFF_ROLES.join(', ')}.`, { usage: true });
  }
  const hasOwner = (await listMembers(db)).some((member) => member.role === 'owner');
  if (hasOwner) return role ?? rejectRole('Name the role with --role.');
  return role === undefined || role === 'owner' ? 'owner' : rejectRole('There is no owner yet. Invite one first.');
}

function rejectRole(message: string): never {
  throw new CommandError(message, { usage: true });
}
