/** A schedule as its file has it, before zone, days and ids are settled. Texts are cleaned (looseValues.ts). */
export interface SourceSchedule {
  /** Begins the ids of what is imported from it. */
  origin: 'sessionize' | 'frab';
  title: string | undefined;
  /** The time zone that the file names. */
  zone: string | undefined;
  sessions: SourceSession[];
  /** Undefined: the file has none, and its sessions name their speakers. */
  speakers: SourceSpeaker[] | undefined;
  /** Rows of which nothing can be made. */
  refused: { where: string; why: string }[];
}

export interface SourceSession {
  /** For the person who looks it up: `schedule.json: day 1, room "Oak", row 3`. */
  where: string;
  id: string | undefined;
  /** Names this session and no other, in every export. */
  guid: string | undefined;
  title: string | undefined;
  /** `2026-11-20T09:00`, with an offset or without. */
  start: string | undefined;
  end: string | undefined;
  /** `00:45`, `PT45M` or minutes. */
  duration: string | undefined;
  /** The date of the day that it stands under, where its author chose that day. */
  day: string | undefined;
  room: string | undefined;
  subtitle: string | undefined;
  /** Plain text, Markdown or HTML, one after the other. */
  texts: string[];
  speakers: SpeakerName[];
  /** For everyone, without another beside it. */
  plenary: boolean;
  /** A break, a meal, the registration desk. */
  service: boolean;
  /** Why it is not to be shown: cancelled, not scheduled. */
  off: string | undefined;
}

export interface SpeakerName {
  id: string | undefined;
  name: string | undefined;
}

/** Undefined: the file says nothing of it; null: the file says that it is empty. */
export interface SourceSpeaker extends SpeakerName {
  where: string;
  role: string | null | undefined;
  organization: string | null | undefined;
  bio: string | null | undefined;
  /** A path or an address. */
  picture: string | undefined;
  /** Ids of the sessions that the list itself gives to this speaker. */
  sessions: string[];
}
