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
  /** With which that began; undefined if a node of an earlier version listed it. */
  version: number | undefined;
  audience: AnnouncementAudience;
}

interface OpenDraft {
  /** `new`, the id of the announcement that is edited, or one of its own for what was taken back. */
  key: string;
  draft: Draft;
  /** Whether closing the page would lose it. */
  isUnsaved: boolean;
}

const open = observable<Record<string, OpenDraft[]>>({});

/**
 * What a member is writing. It stays while they look at other screens, and while they write another one: the last that
 * was opened shows, and those below it once it is closed.
 */
export function useOpenDrafts(memberId: string) {
  const all = () => open.get()[memberId] ?? [];
  const set = (drafts: OpenDraft[]) => {
    open.set({ ...open.get(), [memberId]: drafts });
    askBeforeLeaving(
      `${memberId} announcement`,
      drafts.some(({ isUnsaved }) => isUnsaved),
    );
  };
  /** On top of those that would be lost. */
  const show = (shown: OpenDraft) =>
    set([...all().filter(({ key, isUnsaved }) => isUnsaved && key !== shown.key), shown]);
  const close = (key: string) => set(all().filter((one) => one.key !== key));
  const drafts = open.use()[memberId] ?? [];
  return {
    /** The one that shows. */
    shown: drafts.at(-1),
    hasOthers: drafts.length > 1,
    begin: (nowThere: string) => show({ key: 'new', draft: newDraft(nowThere), isUnsaved: false }),
    /** What was typed about it before shows again. */
    edit: (announcement: ListedAnnouncement) => {
      const { id } = announcement;
      const before = all().find(({ key, isUnsaved }) => key === id && isUnsaved);
      show(before ?? { key: id, draft: draftOf(announcement), isUnsaved: false });
    },
    /** Of an announcement that was taken back, a new one is written. @param wasForNow it was about to leave */
    writeAgain: (announcement: ListedAnnouncement, wasForNow: boolean) => {
      const { id } = announcement;
      const typed = all().find(({ key }) => key === id)?.draft ?? draftOf(announcement);
      close(id);
      const draft = { ...typed, id: undefined, version: undefined, ...(wasForNow && { sendsAt: '' }) };
      show({ key: `${id} again`, draft, isUnsaved: true });
    },
    change: (key: string, changed: Partial<Draft>) =>
      set(all().map((one) => (one.key === key ? { key, draft: { ...one.draft, ...changed }, isUnsaved: true } : one))),
    close,
  };
}

/** @param nowThere the time now on the clocks of the event */
const newDraft = (nowThere: string): Draft => ({
  id: undefined,
  version: undefined,
  ...{ title: '', text: '', contentId: '', audience: 'all', audienceValue: '', mail: false, sms: false },
  sendsAt: '',
  endsAt: hoursLater(nowThere, 2),
});

const draftOf = (announcement: ListedAnnouncement): Draft => ({
  id: announcement.id,
  version: announcement.version,
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
