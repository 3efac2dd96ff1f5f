import { STAFF_ROLES } from '@companion/contract/defineCall';
import { email as emailSchema } from '@companion/contract/email';
import { emailKey } from '../identity/accounts/accountQueries.ts';
import { removeMember } from '../identity/staff/changeMembers.ts';
import { findMemberByEmail, hasMoreThanPassword, listMembers } from '../identity/staff/memberQueries.ts';
import { removeAllPasskeys } from '../identity/staff/passkeys.ts';
import { type AuditedChange, recordAudit } from '../identity/staff/recordAudit.ts';
import { clearSecondFactor } from '../identity/staff/secondFactors.ts';
import { inviteStaff, listInvitations, mailInvitation, revokeInvitation } from '../identity/staff/staffInvitations.ts';
import { makeResetLink } from '../identity/staff/staffPasswordResets.ts';
import { endAllStaffSessions } from '../identity/staff/staffSessions.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { type Command, CommandError, type Given } from './command.ts';

/** Records what the operator has changed. */
const audit = (tx: Transacting, action: string, change: AuditedChange): Promise<void> =>
  recordAudit(tx, { staffId: null, traceId: null, action, ...change });

/** The first owner is invited here; owners invite the others from the console, or by this command too. */
const inviteCommand: Command = {
  name: 'staff invite',
  usage: `EMAIL [--role ${STAFF_ROLES.join('|')}]`,
  summary:
    'Invites a person to the console for 48 hours; the first one as owner. Prints the link if mail is not set up.',
  options: { role: { type: 'string' } },
  run: (given, { print, withServices }) =>
    withServices(async (services) => {
      const email = oneEmail(given);
      const role = await chooseRole(services.db, given);
      const { link, isMailed } = await transact(services, async (tx) => {
        const sent = await inviteStaff(tx, { email, role, invitedBy: null });
        const isMailed = await mailInvitation(tx, sent);
        await audit(tx, 'staff invite', { entity: 'invitation', entityId: sent.invitation.id, fields: ['role'] });
        return { link: sent.link, isMailed };
      });
      print(`${email} is invited as ${role}, for 48 hours.`);
      print(isMailed ? 'The server mails the link.' : `No mail is set up: hand over this link yourself.\n${link}`);
    }),
};

const listCommand: Command = {
  name: 'staff list',
  usage: '',
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

const removeCommand: Command = {
  name: 'staff remove',
  usage: 'EMAIL [--revoke-screens]',
  summary:
    'Removes a member of the staff, who is signed out everywhere at once, or an open invitation. Their stage screens go on without --revoke-screens.',
  options: { 'revoke-screens': { type: 'boolean' } },
  run: (given, { print, withServices }) =>
    withServices(async (services) => {
      const email = oneEmail(given);
      const revokes = given.values['revoke-screens'] === true;
      const { entity: what, screens } = await transact(services, async (tx) => {
        const member = await findMemberByEmail(tx.db, email);
        const screens = member ? await removeMember(tx, member.id, { revokes }) : [];
        const invitation = await revokeInvitation(tx.db, { email });
        const entityId = member?.id ?? invitation;
        if (!entityId) throw new CommandError(`${email} is not a member of the staff, and is not invited.`);
        const entity = member ? 'member' : 'invitation';
        const revoked = revokes ? screens : [];
        for (const id of revoked) await audit(tx, 'staff remove', { entity: 'stageScreen', entityId: id });
        await audit(tx, 'staff remove', { entity, entityId });
        return { entity, screens: screens.length };
      });
      print(what === 'member' ? `${email} is removed and signed out.` : `The invitation of ${email} is revoked.`);
      if (screens > 0 && revokes) print(`Stage screens of theirs that are revoked: ${screens}.`);
      else if (screens > 0) print(`Stage screens of theirs that go on: ${screens}. Owners revoke them in the console.`);
    }),
};

const recoverCommand: Command = {
  name: 'staff recover',
  usage: 'EMAIL',
  summary:
    'For a member who cannot sign in: removes second factor and passkeys, signs out everywhere, prints a link to set a password.',
  run: (given, { print, withServices }) =>
    withServices(async (services) => {
      const email = oneEmail(given);
      const link = await transact(services, async (tx) => {
        const member = await findMemberByEmail(tx.db, email);
        if (!member) throw new CommandError(`${email} is not a member of the staff.`);
        await clearSecondFactor(tx.db, member.id);
        await removeAllPasskeys(tx.db, member.id);
        await endAllStaffSessions(tx.db, member.id);
        const fields = ['second factor', 'passkeys'];
        await audit(tx, 'staff recover', { entity: 'member', entityId: member.id, fields });
        return makeResetLink(tx, emailKey(email), member);
      });
      print(`${email} has no second factor and no passkeys any more. Hand over this link within 30 minutes:\n${link}`);
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
