import type { Readiness } from './checklistOf.ts';
import type { Draft } from './useProgramme.ts';

/** For tests: what a server without an event has. */
export const emptyDraft = (): Draft => ({
  draft: {
    ...{ version: 1, revision: 0, publishedAt: null, changes: 0, isDemo: false },
    ...{ publishAt: null, publishBy: null, publishFailedAt: null },
  },
  programme: {
    event: {
      ...{ id: 'your-event', name: 'Your event', host: 'The organizer', firstDay: 'today' },
      ...{ helpDeskEmail: 'help@example.com', helpDeskPhone: '(202) 555-0100' },
    },
    ...{ texts: {}, pictures: {}, agenda: [], speakers: [], sponsors: [], campaigns: [], questions: [] },
  },
  problems: [],
  warnings: [],
});

/** An event that lacks nothing, and is published. */
export const readyDraft = (): Draft => ({
  ...emptyDraft(),
  draft: { ...emptyDraft().draft, revision: 1, publishedAt: '2031-06-01T12:00:00Z' },
  programme: {
    event: {
      ...{ id: 'river-summit', name: 'River Summit', host: 'Riverside', firstDay: '2031-06-01' },
      ...{ helpDeskEmail: 'desk@river.example', helpDeskPhone: '(202) 555-0142' },
    },
    texts: { privacyPolicy: 'What we keep, and why.' },
    pictures: {},
    agenda: [{ id: 'opening', title: 'Opening', room: 'Hall', speakers: ['ada'] }],
    speakers: [{ id: 'ada', name: 'Ada', picture: 'ada.webp' }],
    sponsors: [{ id: 'acme', name: 'Acme', logo: 'acme.svg' }],
    campaigns: ['pre-event', 'post-event'].map((id) => ({ id, title: id })),
    questions: ['pre-event', 'post-event'].map((campaign) => ({ id: `q-${campaign}`, campaign, question: 'Why?' })),
  },
});

export const NOTHING_READY: Readiness = {
  ...{ hasLogo: false, registered: 0, prepared: 0, notInvited: 0, staff: 1, stageScreens: 0 },
  ...{ sendsSms: false, sendsMail: false, isOutboxOnly: true, lastBackupAt: null, isBackupOld: true },
};
export const READY: Readiness = {
  ...{ hasLogo: true, registered: 40, prepared: 10, notInvited: 0, staff: 2, stageScreens: 1 },
  ...{ sendsSms: true, sendsMail: true, isOutboxOnly: false, lastBackupAt: null, isBackupOld: false },
};
