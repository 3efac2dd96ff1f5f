import type { Programme, ProgrammeFinding } from '@companion/contract/staff/programme';
import { LRUCache } from 'lru-cache';
import { readAsset } from '../event/assetQueries.ts';
import type { Finding } from '../event/packFindings.ts';
import { LOGO_NAMES, PackSource } from '../event/packSource.ts';
import { type CheckedPicture, checkPicture } from '../event/pictureFile.ts';
import { checkPack, type Pack } from '../event/readPack.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { namesInUse } from './namesInUse.ts';
import { programmeParts, TEXT_FILES, YAML_FILES } from './packProgramme.ts';

export interface CheckedProgramme {
  /** Undefined if it has a problem. */
  pack: Pack | undefined;
  problems: ProgrammeFinding[];
  warnings: ProgrammeFinding[];
}

/** Checks a programme as a pack is checked, and makes its rows. Writes nothing. */
export async function checkProgramme(db: ReadDatabase, programme: Programme, now: number): Promise<CheckedProgramme> {
  const source = new PackSource(programmeParts(programme, (name, sha256) => checkedAsset(db, name, sha256)));
  const pack = await checkPack(source, now);
  const problems = [
    ...source.problems.map(toProgrammeFinding),
    ...withoutCampaign(programme),
    ...(await changedThoughAnswered(db, programme)),
  ];
  return {
    pack: problems.length === 0 ? pack : undefined,
    problems,
    warnings: [...source.warnings.map(toProgrammeFinding), ...(await namesInUse(db, programme))],
  };
}

/** By name and content: a picture is read once, however often a programme that has it is checked. */
const checked = new LRUCache<string, CheckedPicture>({ max: 10_000 });

async function checkedAsset(db: ReadDatabase, name: string, sha256: string): Promise<CheckedPicture | undefined> {
  const key = `${sha256} ${name}`;
  const known = checked.get(key);
  if (known) return known;
  const asset = await readAsset(db, sha256);
  if (!asset) return undefined;
  const found = checkPicture(name, asset.content);
  checked.set(key, found);
  return found;
}

/** A question is in the pack below its campaign. */
export function withoutCampaign({ campaigns, questions }: Programme): ProgrammeFinding[] {
  const known = new Set(campaigns.map(({ id }) => id));
  return questions
    .filter(({ campaign }) => !known.has(String(campaign)))
    .map(({ id, campaign }) => ({
      ...{ list: 'questions', id, field: 'campaign' },
      text: campaign ? `campaign ${campaign} is not among the campaigns` : 'campaign is missing',
    }));
}

/**
 * Answers are stored as numbers of options: once there are some, the type stays, and options may only be appended. So it
 * is for a question that comes back, too.
 * @param lock holds back answers to these questions, in a transaction
 */
export async function changedThoughAnswered(
  db: ReadDatabase,
  { questions }: Pick<Programme, 'questions'>,
  lock?: (ids: string[]) => Promise<unknown>,
): Promise<ProgrammeFinding[]> {
  const rows = await db.selectFrom('questions').select(['id', 'type', 'options']).execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const changed = questions.flatMap(({ id, type, options }) => {
    const before = stored.get(id);
    if (!before) return [];
    const now = [options ?? []].flat().map((option) => option.trim());
    // Written by `readCampaigns`.
    const kept = (JSON.parse(before.options) as string[]).every((option, index) => option === now[index]);
    if (String(type).trim() !== before.type) return [{ id, field: 'type', text: 'type cannot change' }];
    return kept ? [] : [{ id, field: 'options', text: 'options can only be added, at the end' }];
  });
  if (changed.length === 0) return [];
  const changedIds = changed.map(({ id }) => id);
  await lock?.(changedIds);
  const answered = await db
    .selectFrom('answers')
    .select('question_id')
    .distinct()
    .where('question_id', 'in', changedIds)
    .execute();
  const ids = new Set(answered.map(({ question_id }) => question_id));
  return changed
    .filter(({ id }) => ids.has(id))
    .map(({ text, ...place }) => ({ list: 'questions', ...place, text: `${text}: there are answers` }));
}

/** Where the console shows it. */
function toProgrammeFinding({ file, path = [], id, text }: Finding): ProgrammeFinding {
  const [first, second, , fourth] = path.map(String);
  const named = Object.keys(TEXT_FILES).find((name) => TEXT_FILES[name] === file);
  if (named) return { list: 'texts', id: null, field: named, text };
  if (LOGO_NAMES.includes(file)) return { list: 'pictures', id: null, field: file, text };
  if (file === YAML_FILES.event) {
    if (first !== 'helpDesk') return { list: 'event', id: null, field: first ?? null, text };
    const field = second === 'phone' ? 'helpDeskPhone' : 'helpDeskEmail';
    return { list: 'event', id: null, field, text: text.replace(`helpDesk ${second}`, field) };
  }
  const list = Object.entries(YAML_FILES).find(([, name]) => name === file)?.[0] ?? file;
  if (list === 'campaigns' && second === 'questions' && path.length > 2) {
    return { list: 'questions', id: id ?? null, field: fourth ?? null, text };
  }
  return { list, id: id ?? null, field: second ?? null, text };
}
