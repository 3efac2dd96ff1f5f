import { createPoll } from '@companion/contract/staff/polls';
import {
  discardDraft as discardCall,
  editProgramme,
  getProgramme,
  getProgrammeChanges,
  getRevisionChanges,
  getRevisions,
  PROGRAMME_PICTURE_PATH,
  PROGRAMME_STAFF,
  type ProgrammeEdit,
  reportPresence as presenceCall,
  previewMarkdown,
  publishProgramme,
  rollBackProgramme,
  uploadPicture,
} from '@companion/contract/staff/programme';
import type { AssetFiles } from '../../event/assetFiles.ts';
import { markdownHtml } from '../../event/markdownHtml.ts';
import { PictureCache } from '../../event/pictureCache.ts';
import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { findPoll } from '../../polls/pollQueries.ts';
import { readDraftState, readProgramme } from '../../programme/draftState.ts';
import { auditedEdits, editDraft } from '../../programme/editDraft.ts';
import { discardDraft, planPublication, prepareDraft, prepareRollback, publish } from '../../programme/publish.ts';
import { preparePoll, publishPoll } from '../../programme/publishPoll.ts';
import { reportPresence } from '../../programme/reportPresence.ts';
import { draftChanges, listRevisions, revisionChanges } from '../../programme/revisionQueries.ts';
import { PictureUploads, storeUpload } from '../../programme/uploadPicture.ts';
import { authenticateStaff } from '../authenticate.ts';
import { type Api, handle } from '../handle.ts';
import { sendAsset } from '../sendPicture.ts';

/** Its address names its content. Only browsers that were allowed to read it may keep it. */
const PICTURE_CACHE = 'private, max-age=31536000, immutable';
const PROGRAMME = { entity: 'programme', entityId: 'programme' };

export function programmeRoutes(api: Api, assets: AssetFiles): void {
  const { app, services } = api;
  const { db } = services;

  handle(api, getProgramme, async () => ({ results: await readProgramme(services) }));

  handle(api, editProgramme, async ({ body: { edits }, audited }) => ({
    results: await audited(
      (tx) => editDraft(tx, edits),
      ({ undo, added }) => (undo.length > 0 ? auditedEdits(edits, added) : []),
    ),
  }));

  handle(api, previewMarkdown, async ({ body }) => ({ results: { html: markdownHtml(body.markdown) } }));

  handle(api, getProgrammeChanges, async () => ({ results: await draftChanges(db) }));

  handle(api, publishProgramme, async ({ body: { version, at }, member, audited }) => {
    if (at !== undefined) {
      const choices = { planned: at !== null };
      await audited((tx) => planPublication(tx, { version, at }, member.id), { ...PROGRAMME, choices });
    } else {
      const prepared = prepareDraft(services, version);
      await settled(prepared);
      const by = { origin: 'console', staffId: member.id } as const;
      await audited(async (tx) => publish(tx, await prepared, by), PROGRAMME);
    }
    return { results: await readDraftState(db) };
  });

  handle(api, createPoll, async ({ body, member, audited }) => {
    const prepared = preparePoll(services, body);
    await settled(prepared);
    const publish = async (tx: Transacting) => {
      const poll = await prepared;
      await publishPoll(tx, poll, member.id);
      return { campaignId: body.campaignId, questionId: poll.added.id };
    };
    const key = await audited(publish, ({ questionId }) => [{ entity: 'question', entityId: questionId }]);
    return { results: (await findPoll(db, key, services.now())) ?? reject('notFound', 'There is no such question.') };
  });

  handle(api, discardCall, async ({ body, audited }) => {
    const undo = await audited<ProgrammeEdit[]>((tx) => discardDraft(tx, body.version), PROGRAMME);
    return { results: { draft: await readDraftState(db), undo } };
  });

  handle(api, getRevisions, async () => ({ results: await listRevisions(db) }));

  handle(api, getRevisionChanges, async ({ params }) => ({
    results: await revisionChanges(db, Number(params.revision)),
  }));

  handle(api, rollBackProgramme, async ({ params, body, member, audited }) => {
    const prepared = await prepareRollback(services, body.version, Number(params.revision));
    const by = { origin: 'rollback', staffId: member.id } as const;
    await audited((tx) => publish(tx, prepared, by), { ...PROGRAMME, choices: { revision: params.revision } });
    return { results: await readDraftState(db) };
  });

  handle(api, presenceCall, async ({ body, member }) => ({
    results: await reportPresence(services, member.id, body.place),
  }));

  const uploads = new PictureUploads();
  app.addHook('onClose', () => uploads.close());
  handle(api, uploadPicture, async ({ body, audited }) => {
    const picture = await uploads.clean(db, body);
    const change = { entity: 'picture', entityId: picture.path, fields: ['content'] };
    return { results: await audited((tx) => storeUpload(tx, picture), change) };
  });

  const pictures = new PictureCache();
  app.get<{ Params: { sha256: string } }>(`/api${PROGRAMME_PICTURE_PATH}:sha256`, async (request, reply) => {
    await authenticateStaff(services, request, PROGRAMME_STAFF);
    return sendAsset({ assets, pictures }, request, reply, { sha256: request.params.sha256, cache: PICTURE_CACHE });
  });
}

/** What has failed fails where it is needed: a repeated request gets its first answer, whatever has changed since. */
const settled = (prepared: Promise<unknown>) => Promise.allSettled([prepared]);
