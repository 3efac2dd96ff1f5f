import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';

/**
 * The session whose questions a host most likely wants to see: that on stage, else the one on now, of several the one
 * that began last, else the next one, and after all of them the last.
 * @param sessions in the order in which they begin
 */
export function sessionToModerate(
  sessions: AudienceQuestionSession[],
  now: number,
): AudienceQuestionSession | undefined {
  const begins = ({ startsAt }: AudienceQuestionSession) => Date.parse(startsAt ?? '');
  const isOn = (session: AudienceQuestionSession) => begins(session) <= now && now < Date.parse(session.endsAt ?? '');
  const timed = sessions.filter(({ startsAt }) => startsAt !== null);
  return (
    sessions.find(({ isOnStage }) => isOnStage) ??
    timed.findLast(isOn) ??
    timed.find((session) => begins(session) > now) ??
    timed.at(-1)
  );
}
