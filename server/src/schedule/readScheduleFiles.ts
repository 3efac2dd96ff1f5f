import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText } from '../event/decodeText.ts';
import { InputError } from '../platform/inputError.ts';
import { listOf, recordOf } from './coerce.ts';
import { conferenceOf, frabConference } from './frabConference.ts';
import { readFrabConference } from './readFrabConference.ts';
import { detectFormat, SCHEDULE_FORMATS, type ScheduleFormat } from './scheduleFormat.ts';
import { readAllView, readGridView, readSessionsView, readSpeakersView } from './sessionizeSchedule.ts';
import type { SourceSchedule, SourceSpeaker } from './sourceSchedule.ts';

/** A schedule of thousands of sessions has a few megabytes. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/**
 * Reads one schedule, and an optional second file with its speakers.
 * @param wanted the required format of the schedule. Default: any
 * @throws InputError with what the files are, and what is needed
 */
export async function readScheduleFiles(
  files: string[],
  wanted: ScheduleFormat | undefined,
): Promise<{ schedule: SourceSchedule; warnings: string[] }> {
  const warnings: string[] = [];
  const schedules: SourceSchedule[] = [];
  let speakers: SourceSpeaker[] | undefined;
  for (const path of files) {
    const file = basename(path);
    const { text, guessed } = textOfFile(await bytesOf(path));
    if (guessed) warnings.push(`${file} is not UTF-8: it is read as Windows-1252. Check accents and quotation marks`);
    const { format, data } = detectFormat(text, file);
    if (format === 'sessionize-speakers') {
      if (speakers) throw new InputError('More than one of the files is a list of speakers. Name only one.');
      speakers = readSpeakersView(listOf(data), file);
      continue;
    }
    if (wanted && format !== wanted) {
      throw new InputError(`${file} is not ${SCHEDULE_FORMATS[wanted]}: it looks like ${SCHEDULE_FORMATS[format]}.`);
    }
    schedules.push(read(format, data, text, file));
  }

  const [schedule] = schedules;
  if (!schedule) {
    throw new InputError(
      `${SCHEDULE_FORMATS['sessionize-speakers']} has no sessions. Name the file of the GridSmart view too.`,
    );
  }
  if (schedules.length > 1) throw new InputError('More than one of the files is a schedule. Import one at a time.');
  if (speakers && schedule.origin !== 'sessionize') {
    throw new InputError(
      `${SCHEDULE_FORMATS['sessionize-speakers']} can be combined only with a schedule of Sessionize.`,
    );
  }
  return { schedule: { ...schedule, speakers: speakers ?? schedule.speakers }, warnings };
}

function read(format: ScheduleFormat, data: unknown, text: string, file: string): SourceSchedule {
  if (format === 'frab-xml') return readFrabConference(frabConference(text, file), file);
  if (format === 'frab-json') return readFrabConference(conferenceOf(data) ?? {}, file);
  if (format === 'sessionize-all') return readAllView(recordOf(data), file);
  return format === 'sessionize-sessions' ? readSessionsView(listOf(data), file) : readGridView(listOf(data), file);
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch((error: Error & { code?: string }) => {
    throw new InputError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path}: ${error.message}`);
  });
  if (!found.isFile()) throw new InputError(`${path} is not a file.`);
  if (found.size > MAX_FILE_BYTES) {
    throw new InputError(
      `${path} has ${Math.round(found.size / 1024 / 1024)} MB, more than the ${MAX_FILE_BYTES / 1024 / 1024} MB that a schedule may have. Check that it is the right file.`,
    );
  }
  return readFile(path);
}

/** Decodes XML in the encoding that its first line declares, and anything else as decodeText.ts does. */
function textOfFile(bytes: Uint8Array): { text: string; guessed: boolean } {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1];
  // decodeText.ts handles UTF-8 and UTF-16.
  if (declared && !/^utf-?(?:8|16)/i.test(declared)) {
    try {
      return { text: new TextDecoder(declared).decode(bytes), guessed: false };
    } catch {
      // An unknown encoding: detect it instead.
    }
  }
  const { text, encoding } = decodeText(bytes);
  return { text, guessed: encoding === 'windows-1252' };
}
