import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { weekdayTimeText } from './timeText.ts';

interface Choosable extends Pick<AudienceQuestionSession, 'contentId' | 'title' | 'startsAt'> {
  /** How many of its questions wait, where that is of interest. */
  pending?: number;
}

interface SessionSelectProps {
  label?: string;
  error?: string | undefined;
  sessions: readonly Choosable[];
  /** The text of the empty option. */
  placeholder: string;
  /** The id of the chosen session; empty for none. */
  value: string;
  onChange(contentId: string): void;
}

/** One of the sessions of the agenda, with the number of questions that wait. */
export function SessionSelect({
  label = 'Session',
  error,
  sessions,
  placeholder,
  value,
  onChange,
}: SessionSelectProps) {
  const textOf = ({ pending = 0, ...session }: Choosable) =>
    pending > 0 ? `${sessionName(session)} (${pending} waiting)` : sessionName(session);
  return (
    <SelectField
      label={label}
      error={error}
      placeholder={placeholder}
      options={sessions.map((session) => [session.contentId, textOf(session)])}
      value={sessions.some(({ contentId }) => contentId === value) ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A session as a list names it: with its start, since titles such as Lunch occur on each day. */
const sessionName = ({ title, startsAt }: Pick<AudienceQuestionSession, 'title' | 'startsAt'>): string =>
  startsAt === null ? title : `${weekdayTimeText(startsAt)}: ${title}`;
