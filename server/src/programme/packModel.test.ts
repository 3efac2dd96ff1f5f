import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Programme } from '@companion/contract/staff/programme';
import { randomEdits } from '@companion/testkit/randomEdits';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { smallPack } from '@companion/testkit/smallPack';
import { scaled } from '@companion/testkit/timeScale';
import { expect, onTestFinished, test } from 'vitest';
import { InputError } from '../platform/inputError.ts';
import { transact } from '../platform/transact.ts';
import { asPackHasIt } from './asPackHasIt.ts';
import { checkProgramme } from './checkProgramme.ts';
import { diffProgrammes, editsBetween, isSameProgramme } from './diffProgrammes.ts';
import { readDraft, readPublished } from './draftQueries.ts';
import { editDraft } from './editDraft.ts';
import { exportPack } from './exportPack.ts';
import { loadPackFolder, PackConflict } from './loadPackFolder.ts';
import { mergePack } from './mergePack.ts';
import { mergeProgrammes } from './mergeProgrammes.ts';
import { packTexts } from './packTexts.ts';
import { prepareDraft, publish } from './publish.ts';
import { readPackFolder } from './readPackFolder.ts';

const STEPS = 500;
const SEED = 28;

/** What there should be. */
interface Model {
  /** In the folder, which is in Git. */
  pack: Programme;
  loaded: Programme;
  draft: Programme;
  published: Programme;
  /** Everything that was published. */
  revisions: Programme[];
}

type Random = (name: string) => number;
type Step = (t: ServerTest, folder: string, model: Model, random: Random) => Promise<Partial<Model>>;

const editInConsole: Step = async (t, _, { draft }, random) => {
  const edited = randomEdits(draft, 1, random);
  const edits = editsBetween(draft, edited);
  if (edits.length === 0) return {};
  const { conflicts } = await transact(t.services, (tx) => editDraft(tx, edits));
  expect(conflicts).toEqual([]);
  return { draft: edited };
};

const publishInConsole: Step = async (t, _, { draft }) => {
  const { pack } = await checkProgramme(t.services.db, draft, t.services.now());
  if (!pack) return {};
  const prepared = await prepareDraft(t.services);
  await transact(t.services, (tx) => publish(tx, prepared, { origin: 'console', staffId: null }));
  return { published: draft };
};

const editInGit: Step = async (t, folder, { pack }, random) => {
  const edited = asPackHasIt(randomEdits(pack, 1, random));
  const { files } = await readPackFolder(folder, t.services.now());
  for (const [file, text] of packTexts(edited, files)) await writeFile(join(folder, file), text);
  return { pack: edited };
};

const load: Step = async (t, folder, model, random) => {
  const prefer = [undefined, 'pack', 'console'] as const;
  const side = prefer[Math.floor(random('prefer') * prefer.length)];
  const given = await readPackFolder(folder, t.services.now());
  const { conflicts, published, draft } = mergePack(model, model.pack, side);
  const outcome = await loadPackFolder(t.services, folder, given, { prefer: side, confirm: async () => {} }).catch(
    (error: unknown) => error,
  );
  expect(outcome instanceof PackConflict).toBe(conflicts.length > 0);
  if (outcome instanceof PackConflict) return {};
  // Such as a session of a speaker whom the other side has removed.
  const isValid = (await checkProgramme(t.services.db, published, t.services.now())).pack !== undefined;
  expect(outcome instanceof InputError).toBe(!isValid);
  if (!isValid) return {};
  expect(outcome).not.toBeInstanceOf(Error);
  return { published, draft, loaded: model.pack };
};

const exportToGit: Step = async (t, folder, { pack, loaded, published, revisions }) => {
  const exported = asPackHasIt(published);
  const merged = mergeProgrammes({ base: loaded, pack, console: exported });
  const isPart = merged.conflicts.length === 0 && isSameProgramme(asPackHasIt(merged.programme), exported);
  const isKnown = isPart || revisions.some((revision) => isSameProgramme(asPackHasIt(revision), pack));
  const outcome = await exportPack(t.services, folder, false).catch((error: unknown) => error);
  expect(outcome instanceof InputError).toBe(!isKnown);
  if (!isKnown) return {};
  expect(outcome).not.toBeInstanceOf(Error);
  return { pack: exported, ...(isSameProgramme(pack, loaded) && { loaded: exported }) };
};

const restart: Step = async (t, _, { pack, loaded, draft, published }) => {
  await t.restart();
  const isEdited = !isSameProgramme(draft, published) || !isSameProgramme(published, loaded);
  return isEdited ? {} : { published: pack, draft: pack, loaded: pack };
};

const SHARES: [share: number, step: Step][] = [
  [0.35, editInConsole],
  [0.15, publishInConsole],
  [0.22, editInGit],
  [0.16, load],
  [0.09, exportToGit],
  [0.03, restart],
];

function pickStep(random: Random): Step {
  let left = random('step');
  for (const [share, step] of SHARES) {
    left -= share;
    if (left < 0) return step;
  }
  return editInConsole;
}

test(`${STEPS} random edits, publications, loads, exports and restarts leave what a model says`, {
  timeout: scaled(240_000),
}, async () => {
  const git = await smallPack({ 'agenda.yaml': (text) => `# In the order of the house\n\n${text}# The end\n` });
  onTestFinished(git.remove);
  const t = await startServerTest({ EVENT_PACK: git.folder });
  onTestFinished(() => t.stop());
  const { programme } = await readPackFolder(git.folder, t.services.now());
  let model: Model = {
    pack: programme,
    loaded: programme,
    draft: programme,
    published: programme,
    revisions: [programme],
  };
  const random = repeatableRandom(SEED);
  const effective = new Set<Step>();

  for (let number = 1; number <= STEPS; number++) {
    const step = pickStep(random);
    const where = `seed ${SEED}, step ${number}: ${step.name}`;
    const changed = await step(t, git.folder, model, random).catch((error: unknown) => {
      throw new Error(where, { cause: error });
    });
    if (isEffective(model, changed)) effective.add(step);
    model = { ...model, ...changed };
    if (changed.published) model.revisions = [...model.revisions, changed.published];
    await expectModel(t, git.folder, model, where);
  }
  // Restarts load nothing where the console has edited the event, which it nearly always has here.
  effective.add(restart);
  expect(effective.size, `seed ${SEED}: each kind of step has changed something`).toBe(SHARES.length);
  const agenda = await readPackFolder(git.folder, t.services.now());
  expect(agenda.files.get('agenda.yaml')).toMatch(/^# In the order of the house\n\n.*# The end\n$/s);
});

const isEffective = (model: Model, changed: Partial<Model>) =>
  (['draft', 'loaded', 'published', 'pack'] as const).some(
    (name) => changed[name] && !isSameProgramme(model[name], changed[name]),
  );

let known: { bytes: string; programme: Programme } | undefined;

/** The programme of the folder. Most steps leave its files as they are, and to read them again takes long. */
async function readPack(t: ServerTest, folder: string): Promise<Programme> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')]));
  const bytes = JSON.stringify(files);
  if (known?.bytes !== bytes) known = { bytes, programme: (await readPackFolder(folder, t.services.now())).programme };
  return known.programme;
}

async function expectModel(t: ServerTest, folder: string, model: Model, where: string): Promise<void> {
  const { programme: draft, loaded } = await readDraft(t.services.db);
  const published = await readPublished(t.services.db);
  const pack = await readPack(t, folder);
  const stored = { draft, loaded: loaded ?? draft, published: published?.programme ?? draft, pack };
  for (const name of ['draft', 'loaded', 'published', 'pack'] as const) {
    expect(diffProgrammes(model[name], stored[name]), `${where}: ${name}`).toEqual([]);
  }
  const shown = await t.services.db
    .selectFrom('content')
    .select('title')
    .where('campaign_id', '=', 'agenda')
    .where('hidden', '=', 0)
    .orderBy('position')
    .execute();
  expect(shown, where).toEqual(model.published.agenda.map(({ title }) => ({ title })));
}
