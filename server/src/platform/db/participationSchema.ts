import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';

/** The tables of what attendees send. The conventions are those of `schema.ts`. */
export interface ParticipationTables {
  answers: AnswerTable;
  answer_approvals: AnswerApprovalTable;
  votes: VoteTable;
  comments: CommentTable;
  comment_moderations: CommentModerationTable;
  audience_questions: AudienceQuestionTable;
  audience_question_upvotes: AudienceQuestionUpvoteTable;
  feedback: FeedbackTable;
}

interface AnswerTable {
  account_id: string;
  question_id: string;
  campaign_id: string;
  /** JSON: (string | number)[] */
  answers: string;
  comment: string;
  created_at: number;
  /** When it was made, as its phone reported, if it arrived after the closing and counts (decision 053). */
  made_at: number | null;
}

/** A text that a stage screen may show. */
interface AnswerApprovalTable {
  account_id: string;
  question_id: string;
  approved_at: number;
}

interface VoteTable {
  account_id: string;
  content_id: string;
  vote: 'up' | 'down';
  created_at: number;
  updated_at: number;
}

interface CommentTable {
  account_id: string;
  content_id: string;
  comment: string;
  created_at: number;
  updated_at: number;
}

/** What the staff has decided about a comment; without a row it is not hidden. The comment stays as it is. */
interface CommentModerationTable {
  account_id: string;
  content_id: string;
  /** Null: not hidden. */
  hidden_at: number | null;
  note: string;
}

/** A question from the hall to the speakers of a session. */
interface AudienceQuestionTable {
  id: string;
  account_id: string;
  content_id: string;
  text: string;
  state: AudienceQuestionState;
  created_at: number;
  /** When it last got a state. */
  updated_at: number;
}

interface AudienceQuestionUpvoteTable {
  audience_question_id: string;
  account_id: string;
  created_at: number;
}

interface FeedbackTable {
  id: string;
  account_id: string;
  message: string;
  created_at: number;
}
