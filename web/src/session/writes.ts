import type { Profile } from '@companion/contract/session';
import type { PendingWrite } from '../device/pendingWrite.ts';

/** A write that the server has not acknowledged, as this tab knows it. */
export interface Write extends PendingWrite {
  /** The form that made it still waits for the answer, and nothing says "waiting to send" yet. */
  isAttended?: boolean;
}

/** In the order in which they were made. All belong to the signed-in account. */
export type WritesState = Write[];

/** Whether a write waits for the network, and no form waits for it. */
export const isWaiting = (write: Write): boolean => write.state === 'waiting' && !write.isAttended;

/** The profile as it will be once the waiting edits are stored. */
export function overlayProfile(profile: Profile, writes: readonly Write[]): Profile {
  const edits = writes.filter((write) => write.call === 'updateAccount' && write.argument.id === profile.id);
  if (!edits.some(isWaiting)) return profile;
  return Object.assign({ ...profile }, ...edits.filter(isWaiting).map(({ argument }) => argument));
}
