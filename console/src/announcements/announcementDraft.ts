import type {
  AnnouncementAudience,
  AnnouncementForm,
  ListedAnnouncement,
} from '@companion/contract/staff/announcements';
import { observable } from '../api/observable.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { askBeforeLeaving } from '../page/unsaved.ts';

/** What this server sends, to which organization types, and about which sessions. */
export type Sends = Pick<
  StaffAnswer<'getAnnouncementList'>['results'],
  'mail' | 'sms' | 'organizationTypes' | 'sessions'
>;

/** What the form holds. Times are on the clocks of the event. */
export interface Draft extends Required<Omit<AnnouncementForm, 'smsPeople'>> {
  /** Of the announcement that is edited. */
  id: string | undefined;
  audience: AnnouncementAudience;
}

const open = observable<Record<string, Draft | undefined>>({});

/** What a member is writing. It stays while they look at other screens. */
export function useOpenDraft(memberId: string) {
  const set = (draft: Draft | undefined, isUnsaved = false) => {
    open.set({ ...open.get(), [memberId]: draft });
    askBeforeLeaving(`${memberId} announcement`, isUnsaved);
  };
  return {
    draft: open.use()[memberId],
    /** @param isUnsaved whether closing the page would lose it */
    set,
    change: (changed: Partial<Draft>) => {
      const before = open.get()[memberId];
      if (before) set({ ...before, ...changed }, true);
    },
  };
}

/** @param nowThere the time now on the clocks of the event */
export const newDraft = (nowThere: string): Draft => ({
  id: undefined,
  ...{ title: '', text: '', contentId: '', audience: 'all', audienceValue: '', mail: false, sms: false },
  sendsAt: '',
  endsAt: hoursLater(nowThere, 2),
});

export const draftOf = (announcement: ListedAnnouncement): Draft => ({
  id: announcement.id,
  title: announcement.title,
  text: announcement.text,
  contentId: announcement.session?.contentId ?? '',
  audience: announcement.audience,
  audienceValue: announcement.audienceValue,
  mail: announcement.mail !== null,
  sms: announcement.sms !== null,
  sendsAt: announcement.sendsAtThere,
  endsAt: announcement.endsAtThere,
});

/** The same clocks some hours later. A change of the clocks in between is seen in the field, and can be corrected there. */
export function hoursLater(time: string, hours: number): string {
  const wall = new Date(`${time}Z`);
  wall.setUTCHours(wall.getUTCHours() + hours);
  return wall.toISOString().slice(0, time.length);
}
