import type { StaffCallName } from './staffCalls.ts';

/**
 * The calls that change something and that the audit log does not have: they begin or end what is the sender's own,
 * prepare another call that it has, or change nothing that stays. Every other call that is no `get` is recorded.
 */
export const UNRECORDED_CALLS = [
  // Recorded as `signInStaff`.
  'completeSignIn',
  'mailSignInCode',
  'beginPasskeySignIn',
  'signOutStaff',
  'confirmPassword',
  'endStaffSession',
  'endOtherStaffSessions',
  'beginPasskey',
  'beginSecondFactor',
  'requestStaffReset',
  'connectStageScreen',
  // By the screen itself. Recorded as `pairStageScreen`.
  'beginStagePairing',
  'claimStageScreen',
  // A dry run changes nothing.
  'checkPeopleImport',
  'previewMarkdown',
  'reportPresence',
] as const satisfies readonly StaffCallName[];

/** The commands of the operator that the audit log has. */
export type RecordedCommand = 'staff invite' | 'staff remove' | 'staff recover';

/** What the audit log may have as an action. */
export type RecordedAction =
  | Exclude<StaffCallName, `get${string}` | (typeof UNRECORDED_CALLS)[number]>
  | RecordedCommand;
