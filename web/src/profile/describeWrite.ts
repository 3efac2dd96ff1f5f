import { paths } from '../paths.ts';
import type { Write } from '../session/writes.ts';

export interface WriteDescription {
  /** What it is: "Comment on Keynote". */
  title: string;
  /** What its author wrote. */
  text: string;
  /** Where it was made. */
  path: string;
}

/** Describes an unsent write to its author. The argument may be that of an older version of the app. */
export function describeWrite({ call, argument, label, chosen }: Write): WriteDescription {
  const {
    campaignId,
    contentId,
    questionId,
    upvoted,
    answers,
    comment,
    message,
    vote,
    saved,
    note,
    before: ___,
    id: _,
    smsEnabled: __,
    ...fields
  } = argument;
  const on = label ? ` on ${label}` : '';
  const item = paths.contentItem(String(campaignId), String(contentId));
  switch (call) {
    case 'createVote':
    case 'updateVote':
      return { title: `Vote ${vote === 'down' ? 'down' : 'up'}${on}`, text: '', path: item };
    case 'saveSession':
      return { title: saved === false ? 'Session no longer saved' : 'Saved session', text: label, path: item };
    case 'saveOwnNote':
      return { title: `${note ? 'Note' : 'Note removed'}${on}`, text: String(note), path: item };
    case 'createComment':
    case 'updateComment':
      return { title: `Comment${on}`, text: String(comment), path: item };
    case 'answerQuestion': {
      const path = paths.question(String(campaignId), String(questionId));
      return { title: label ? `Answer to “${label}”` : 'Answer', text: String(comment || (chosen ?? answers)), path };
    }
    case 'createAudienceQuestion':
      // Sessions are in the campaign of the agenda.
      return {
        title: `Question${on}`,
        text: String(argument.text),
        path: paths.contentItem('agenda', String(contentId)),
      };
    case 'upvoteAudienceQuestion':
      return { title: upvoted === false ? 'Upvote taken back' : 'Upvote', text: label, path: paths.agenda };
    case 'sendFeedback':
      return { title: 'Feedback', text: String(message), path: paths.giveUsFeedback };
    default: {
      const isSurvey = 'preEventComplete' in fields || 'postEventComplete' in fields;
      const text = isSurvey ? '' : Object.values(fields).join(', ');
      return { title: isSurvey ? 'Survey completed' : 'Profile changes', text, path: paths.editProfile };
    }
  }
}
