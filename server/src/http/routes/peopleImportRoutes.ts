import {
  checkPeopleImport,
  getInvitees,
  getPeopleImport,
  importPeople,
  invitePeople,
} from '@companion/contract/staff/peopleImport';
import type { FastifyRequest } from 'fastify';
import { countInvitees, inviteEveryone } from '../../people/inviteEveryone.ts';
import type { PeopleCounts } from '../../people/keepPeopleCounts.ts';
import { beginImport, readImport } from '../../people/peopleImports.ts';
import { DomainError, reject } from '../../platform/domainError.ts';
import { transact } from '../../platform/transact.ts';
import { answerInTime } from '../answerInTime.ts';
import { type Api, handle } from '../handle.ts';

/** Attendees from a file, and their invitations. */
export function peopleImportRoutes(api: Api, counts: PeopleCounts): void {
  const { services } = api;
  const begin = async (
    request: FastifyRequest,
    { content, isDryRun }: { content: string; isDryRun: boolean },
    store: Parameters<typeof beginImport>[2],
  ) => {
    const gzipped = Buffer.from(content, 'base64');
    const failed = (error: unknown) => request.log.error(error, 'an import of attendees has stopped');
    const given = { gzipped, isDryRun, onWritten: counts.forget };
    return beginImport(services, given, store, failed);
  };

  handle(api, checkPeopleImport, async ({ body: { content }, request }) => {
    const { importId, sample } = await begin(request, { content, isDryRun: true }, (insert) =>
      transact(services, insert),
    );
    return { results: { importId, sample: await sample } };
  });

  handle(api, importPeople, async ({ body: { content }, request, audited }) => {
    const { importId } = await begin(request, { content, isDryRun: false }, (insert) =>
      audited(insert, (entityId) => [{ entity: 'peopleImport', entityId }]),
    );
    return { results: { importId } };
  });

  handle(api, getPeopleImport, async ({ params: { importId }, query: { filter, page = '1' } }) => ({
    results: await readImport(services, importId, filter, Number(page)),
  }));

  handle(api, getInvitees, async () => ({ results: await countInvitees(services) }));

  handle(api, invitePeople, async ({ body, audited, request }) => {
    const before = await countInvitees(services);
    if (before.obstacle) reject('conflict', before.obstacle);
    if (before.people !== body.people)
      throw new DomainError('conflict', 'They are others than were counted. Please check again.', { current: before });
    await audited(async () => {}, { entity: 'people', entityId: 'invitees' });
    // If it fails, who is left can be invited again.
    const inviting = inviteEveryone(services).finally(() => counts.forget());
    await answerInTime(request, inviting, 'people were invited in part');
    counts.forget();
    const { people: left } = await countInvitees(services);
    return { results: { invited: before.people - left, left } };
  });
}
