/** The words of the audit log's sentences: what each choice did, and what each kind of thing and field is called. */

export const POLL_STATES: Record<string, string> = {
  draft: 'made a draft of',
  open: 'opened',
  closed: 'closed',
  archived: 'archived',
};
export const SHOWN_TO: Record<string, string> = {
  none: 'hid the results of',
  staff: 'showed the staff the results of',
  stage: 'showed the stage the results of',
  everyone: 'showed everyone the results of',
};
export const AUDIENCE_QUESTION_STATES: Record<string, string> = {
  pending: 'put back to wait',
  shown: 'approved',
  pinned: 'pinned',
  answered: 'marked as answered',
  dismissed: 'dismissed',
};
export const BETWEEN_POLLS: Record<string, string> = {
  welcome: 'the welcome',
  agenda: 'what is on now and next',
  picture: 'the picture',
};
export const HALL_COUNTS: Record<string, string> = {
  automatic: 'let the hall see confirmed counts where needed',
  everyone: 'let the hall see everyone’s counts',
  confirmed: 'let the hall see confirmed counts only',
};

export const FIELD_WORDS: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'e-mail',
  phone: 'phone',
  organizationName: 'organization',
  organizationType: 'organization type',
  startsAt: 'start',
  endsAt: 'end',
  body: 'text',
  speakerIds: 'speakers',
  questionTypes: 'type',
  sendsAt: 'time of sending',
};

export const ENTRIES: Record<string, string> = {
  agenda: 'session',
  speakers: 'speaker',
  sponsors: 'sponsor',
  campaigns: 'campaign',
  questions: 'question',
};
export const RECORDS: Record<string, string> = {
  event: 'the settings of the event',
  texts: 'the texts of the event',
  pictures: 'the pictures of the event',
};
