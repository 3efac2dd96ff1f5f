import { isRecord, listOf, type Untyped } from './coerce.ts';
import type { ImportReport } from './importReport.ts';

/** Where a schedule comes from. A table has no ids usually: titles and names identify its entries. */
export const ORIGINS = ['sessionize', 'frab', 'table'] as const;

/** A schedule as read from its file, before zone, days and ids are decided. Texts are cleaned (coerce.ts). */
export interface SourceSchedule {
  origin: (typeof ORIGINS)[number];
  title?: string | undefined;
  /** The time zone that the file names. */
  zone?: string | undefined;
  talks: SourceTalk[];
  /** Undefined: the file has no list, but its sessions name their speakers. */
  speakers?: SourceSpeaker[] | undefined;
}

export interface SourceTalk {
  /** The place in the file, for messages: `schedule.json: day 1, room "Oak", row 3`. */
  where: string;
  id: string | undefined;
  /** Identifies this session in every export. */
  guid?: string | undefined;
  title: string | undefined;
  /** `2026-11-20T09:00`, with or without an offset. */
  start: string | undefined;
  end: string | undefined;
  /** `00:45`, `PT45M` or minutes. */
  duration?: string | undefined;
  /** The date of the day that lists the session, if the author chose that day. */
  day?: string | undefined;
  room: string | undefined;
  subtitle: string | undefined;
  /** Plain text, Markdown or HTML. */
  texts: string[];
  speakers: SpeakerName[];
  /** For everyone, with no session at the same time. */
  plenary: boolean;
  /** With others at the same time, whatever the times say. */
  isBreakout?: boolean | undefined;
  /** A break, a meal, the registration desk. */
  service: boolean;
  /** The reason to leave it out: cancelled, not scheduled. */
  off: string | undefined;
}

export interface SpeakerName {
  id: string | undefined;
  name: string | undefined;
}

/** Undefined: not in the file. Null: empty in the file. */
export interface SourceSpeaker extends SpeakerName {
  where: string;
  role?: string | null | undefined;
  organization?: string | null | undefined;
  bio?: string | null | undefined;
  /** A path or an address. */
  picture?: string | undefined;
  /** Ids of the speaker's sessions according to the list; of one whom only a session names, where that is. */
  talks: string[];
}

/** What a table may have besides sessions and speakers. */
export interface SourceTable extends SourceSchedule {
  speakers: SourceSpeaker[];
  sponsors: SourceSponsor[];
  polls: SourcePoll[];
}

export interface SourceSponsor {
  where: string;
  name: string | undefined;
  tier: string | undefined;
  url: string | undefined;
  about: string | undefined;
}

export interface SourcePoll {
  where: string;
  campaign: { id: string; title: string };
  question: string | undefined;
  type: string;
  options: string[];
}

/** Returns the sessions of a list, each with its place in the file. What is not a session is rejected. */
export const sessionRows = (list: unknown, place: string, report: ImportReport): { given: Untyped; where: string }[] =>
  listOf(list).flatMap((given, row) => {
    const where = `${place}, row ${row + 1}`;
    if (isRecord(given)) return { given, where };
    report.add('sessions', 'rejected', where, 'is not a session');
    return [];
  });
