import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { sessionName } from './sessionName.ts';

interface SessionSelectProps {
  sessions: AudienceQuestionSession[];
  /** The text of the empty option. */
  placeholder: string;
  /** The id of the chosen session; empty for none. */
  value: string;
  onChange(contentId: string): void;
}

/** One of the sessions of the agenda, with the number of questions that wait. */
export function SessionSelect({ sessions, placeholder, value, onChange }: SessionSelectProps) {
  const textOf = (session: AudienceQuestionSession) =>
    session.pending > 0 ? `${sessionName(session)} (${session.pending} waiting)` : sessionName(session);
  const chosen = sessions.find(({ contentId }) => contentId === value);
  return (
    <SelectField
      label="Session"
      placeholder={placeholder}
      options={sessions.map(textOf)}
      value={chosen ? textOf(chosen) : ''}
      onChange={({ currentTarget }) =>
        onChange(sessions.find((session) => textOf(session) === currentTarget.value)?.contentId ?? '')
      }
    />
  );
}
