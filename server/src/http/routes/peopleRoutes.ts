import {
  editPerson,
  endPersonSession,
  endPersonSessions,
  erasePerson,
  exportPerson,
  getPeople,
  getPeopleCounts,
  getPeopleFunnel,
  getPerson,
  replacePersonPhone,
  resendInvitation,
} from '@companion/contract/staff/people';
import { getMergePreview, mergePeople } from '@companion/contract/staff/peopleMerge';
import { addPerson, createPersonLink } from '@companion/contract/staff/walkIns';
import * as z from 'zod/mini';
import { eraseIn } from '../../archive/erasePerson.ts';
import { exportPersonForStaff } from '../../archive/exportPerson.ts';
import { scrubInThread } from '../../archive/scrubInThread.ts';
import type { OwnVotesAndCommentsCache } from '../../content/ownVotesAndCommentsCache.ts';
import { findPerson } from '../../identity/accounts/findPerson.ts';
import { addPerson as add, walkIn } from '../../people/addPerson.ts';
import { editPerson as edit, replacePhone } from '../../people/editPerson.ts';
import type { PeopleCounts } from '../../people/keepPeopleCounts.ts';
import { listPeople } from '../../people/listPeople.ts';
import { mergePeople as merge } from '../../people/mergePeople.ts';
import { findPair, previewMerge } from '../../people/mergePreview.ts';
import { PeopleIndex } from '../../people/peopleIndex.ts';
import {
  endPersonSession as endSession,
  endPersonSessions as endSessions,
  resendInvitation as resend,
  showLink,
} from '../../people/personAccess.ts';
import { profileOfForm } from '../../people/profileOfForm.ts';
import { readPersonDetails, rejectUnknownPerson } from '../../people/readPersonDetails.ts';
import { sqliteFile } from '../../platform/db/sqliteDialect.ts';
import { openSnapshot } from '../../platform/openSnapshot.ts';
import { isoTime } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { type Api, type CallRequest, handle } from '../handle.ts';
import { parse } from '../parse.ts';
import { searchInTurn } from '../searchInTurn.ts';

/** Attendees, for owners and editors. */
export function peopleRoutes(api: Api, votesAndComments: OwnVotesAndCommentsCache, counts: PeopleCounts): void {
  const { services } = api;
  const { config } = services;
  const index = new PeopleIndex(services);
  const details = async (id: string) => ({ results: await readPersonDetails(services, id) });
  const person = (entityId: string, fields: string[] = []) => ({ entity: 'person', entityId, fields });
  const counted = <Done>(change: Promise<Done>) => change.finally(() => counts.forget());

  /** Makes a change of one person, and answers with the person as they are then. */
  const changePerson = async (
    { params: { personId }, audited }: Pick<CallRequest<typeof resendInvitation>, 'params' | 'audited'>,
    work: (tx: Transacting, personId: string) => Promise<unknown>,
    fields?: string[],
  ) => {
    await counted(audited((tx) => work(tx, personId), person(personId, fields)));
    return details(personId);
  };

  handle(api, getPeople, async (asked) => {
    const { page = '1', ...sought } = asked.query;
    return {
      results: await searchInTurn(asked, 'people', (pause) => listPeople(services, index, sought, Number(page), pause)),
    };
  });

  handle(api, getPeopleCounts, async () => ({ results: await counts.states() }));

  handle(api, getPeopleFunnel, async () => ({ results: await counts.funnel() }));

  handle(api, getPerson, ({ params: { personId } }) => details(personId));

  handle(api, editPerson, async ({ params: { personId }, body: { from, ...typed }, audited }) => {
    const to = parse(z.partial(profileOfForm), typed);
    const change = audited(
      (tx) => edit(tx, personId, from, to),
      (fields) => (fields.length > 0 ? [person(personId, fields)] : []),
    );
    await counted(change);
    return details(personId);
  });

  handle(api, replacePersonPhone, async (asked) => {
    const { phone } = parse(z.pick(profileOfForm, { phone: true }), asked.body);
    return changePerson(asked, (tx, id) => replacePhone(tx, id, asked.body.from, phone), ['phone']);
  });

  handle(api, resendInvitation, (asked) => changePerson(asked, resend));

  handle(api, endPersonSession, (asked) => changePerson(asked, (tx, id) => endSession(tx, id, asked.params.sessionId)));

  handle(api, endPersonSessions, (asked) => changePerson(asked, endSessions));

  handle(api, erasePerson, async ({ params: { personId }, audited, request }) => {
    const erase = async (tx: Transacting) => {
      const found = await findPerson(tx.db, personId).catch(rejectUnknownPerson);
      return eraseIn(tx, found);
    };
    await counted(audited(erase, person(personId))).finally(() => votesAndComments.changed(personId));
    // Until then the bytes are in unused parts of the file. If a backup keeps it from that, the next erasure does it.
    if (!config.databaseUrl)
      void scrubInThread(sqliteFile(config.dataDir)).then(
        (isScrubbed) => isScrubbed || request.log.warn('an erasure left its bytes in the database file'),
        (error: unknown) => request.log.error(error, 'an erasure left its bytes in the database file'),
      );
    return { message: 'The person is erased.' };
  });

  handle(api, exportPerson, async ({ params: { personId }, audited }) => {
    await audited((tx) => findPerson(tx.db, personId).catch(rejectUnknownPerson), person(personId));
    const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
    try {
      const found = await findPerson(snapshot.db, personId).catch(rejectUnknownPerson);
      return { results: { json: await exportPersonForStaff(snapshot.db, found, services.now()) } };
    } finally {
      await snapshot.close();
    }
  });

  handle(api, addPerson, async ({ body, audited }) => {
    // A form sends what is left empty, too.
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
    const fields = parse(walkIn, given);
    const work = async (tx: Transacting) => {
      const id = await add(tx, fields);
      return { id, ...(await showLink(tx, id)) };
    };
    const { id, link, expiresAt } = await counted(audited(work, (added) => [person(added.id)]));
    return { results: { person: await readPersonDetails(services, id), link, expiresAt: isoTime(expiresAt) } };
  });

  handle(api, createPersonLink, async ({ params: { personId }, audited }) => {
    const { link, expiresAt } = await audited((tx) => showLink(tx, personId), person(personId));
    return { results: { link, expiresAt: isoTime(expiresAt) } };
  });

  handle(api, getMergePreview, async ({ params: { personId, removedId } }) => {
    const { db } = services;
    return { results: await previewMerge(db, await findPair(db, personId, removedId)) };
  });

  handle(api, mergePeople, async ({ params: { personId, removedId }, body, audited }) => {
    const changes = [person(personId), person(removedId)];
    const change = audited(
      (tx) => merge(tx, personId, removedId, body.token),
      () => changes,
    );
    await counted(change).finally(() => {
      for (const id of [personId, removedId]) votesAndComments.changed(id);
    });
    return { message: 'The accounts are merged.' };
  });
}
