import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import type { StaffMember } from '@companion/contract/staff/staffSession';
import { AgendaIcon, SponsorsIcon } from '@companion/web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { mayCall } from '../api/member.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import {
  AnnouncementIcon,
  AuditIcon,
  CommentIcon,
  EventIcon,
  FeedbackIcon,
  HallIcon,
  HomeIcon,
  MembersIcon,
  PeopleIcon,
  PollIcon,
  PublishIcon,
  ReportIcon,
  RunIcon,
  ScreenIcon,
  SpeakerIcon,
  TextIcon,
} from '../page/icons.tsx';
import { useFloods } from '../page/useFloods.ts';
import { paths } from '../paths.ts';
import { currentPath } from './currentPath.ts';
import styles from './screensFor.module.css';

/** A screen of the menu. */
export interface MenuScreen {
  path: string;
  label: string;
  /** What the search of screens calls it, if the label is short. */
  title?: string;
  icon: ReactNode;
  /** What waits there. */
  badge?: ReactNode;
  /** The call that the screen needs: members who may not make it do not see the screen. */
  needs: StaffCallName;
  /** Not in the menu of a phone, which has room for four. */
  isFurther?: true;
  /** The heading in the menu that it stands under. The screens of a group follow each other. */
  group?: string;
  /** Part of another screen: only Ctrl K lists it. */
  isPart?: true;
}

const PROGRAMME = { group: 'Programme', needs: 'getProgramme', isFurther: true } as const;
const PROGRAMME_SCREENS: MenuScreen[] = [
  { ...PROGRAMME, path: paths.programme, label: 'Sessions', icon: <AgendaIcon /> },
  { ...PROGRAMME, path: paths.speakers, label: 'Speakers', icon: <SpeakerIcon /> },
  { ...PROGRAMME, path: paths.sponsors, label: 'Sponsors', icon: <SponsorsIcon /> },
  { ...PROGRAMME, path: paths.campaigns, label: 'Surveys and polls', icon: <PollIcon /> },
  { ...PROGRAMME, path: paths.texts, label: 'Texts', icon: <TextIcon /> },
  { ...PROGRAMME, path: paths.eventSettings, label: 'Event', icon: <EventIcon /> },
  { ...PROGRAMME, path: paths.publish, label: 'Publish', icon: <PublishIcon /> },
  { ...PROGRAMME, path: paths.checklist, label: 'Checklist', title: 'Before the doors open', icon: <AuditIcon /> },
  { ...PROGRAMME, path: paths.importSessions, label: 'Import sessions', icon: <AgendaIcon />, isPart: true },
  { ...PROGRAMME, path: paths.setUp, label: 'Set up the event', icon: <EventIcon />, isPart: true },
];

const SCREENS: MenuScreen[] = [
  { path: paths.overview, label: 'Overview', icon: <HomeIcon />, badge: <FloodWarnings />, needs: 'getOverview' },
  { path: paths.polls, label: 'Polls', icon: <PollIcon />, needs: 'getPolls' },
  { path: paths.run, label: 'Run', icon: <RunIcon />, needs: 'changePoll' },
  {
    path: paths.questions,
    label: 'Q&A',
    title: 'Questions from the hall',
    icon: <HallIcon />,
    badge: <WaitingAudienceQuestions />,
    needs: 'getAudienceQuestionQueue',
  },
  { path: paths.comments, label: 'Comments', icon: <CommentIcon />, needs: 'getComments', isFurther: true },
  { path: paths.feedback, label: 'Feedback', icon: <FeedbackIcon />, needs: 'getItemFigures', isFurther: true },
  {
    path: paths.feedbackMessages,
    label: 'Messages of the feedback form',
    icon: <FeedbackIcon />,
    needs: 'getFeedbackMessages',
    isPart: true,
  },
  {
    path: paths.report(),
    label: 'Report',
    title: 'Report of the event',
    icon: <ReportIcon />,
    needs: 'getEventReport',
    isFurther: true,
  },
  ...PROGRAMME_SCREENS,
  { path: paths.people, label: 'People', icon: <PeopleIcon />, needs: 'getPeople', isFurther: true },
  {
    path: paths.peopleImport,
    label: 'Import attendees',
    icon: <PeopleIcon />,
    needs: 'importPeople',
    isPart: true,
  },
  {
    path: paths.announcements,
    label: 'Announcements',
    icon: <AnnouncementIcon />,
    needs: 'getAnnouncementList',
    isFurther: true,
  },
  { path: paths.members, label: 'Members', icon: <MembersIcon />, needs: 'getMembers', isFurther: true },
  { path: paths.stageScreens, label: 'Stage screens', icon: <ScreenIcon />, needs: 'getStageScreens', isFurther: true },
  {
    path: paths.server,
    label: 'Messages and backups',
    icon: <AuditIcon />,
    needs: 'getServerState',
    isPart: true,
  },
  { path: paths.audit, label: 'Audit log', icon: <AuditIcon />, needs: 'getAuditLog', isFurther: true },
];

/** The screens that this member may open. */
export const screensFor = (member: StaffMember): MenuScreen[] => SCREENS.filter(({ needs }) => mayCall(member, needs));

/** Whether the member may open what is at this address: the screen itself, or the one that it is part of. */
export function mayOpen(member: StaffMember, pathname: string): boolean {
  const current = currentPath(
    pathname,
    SCREENS.map(({ path }) => path),
  );
  return SCREENS.every(({ path, needs }) => path !== current || mayCall(member, needs));
}

/** How many questions from the hall wait for a moderator. */
function WaitingAudienceQuestions() {
  const { data } = useStaffQuery('getAudienceQuestionSessions', {}, { live: ['queue', 'screen'] });
  const waiting = (data?.results ?? []).reduce((sum, { pending }) => sum + pending, 0);
  return <Count of={waiting} what="waiting" />;
}

/** How many floods the overview warns of: whoever runs a poll sees that one arrives. */
function FloodWarnings() {
  const { length } = useFloods().floods;
  return <Count of={length} what={length === 1 ? 'warning' : 'warnings'} />;
}

function Count({ of, what }: { of: number; what: string }) {
  if (of === 0) return null;
  return (
    <span className={styles.count}>
      {of > 99 ? '99+' : of}
      <span className="visually-hidden"> {what}</span>
    </span>
  );
}
