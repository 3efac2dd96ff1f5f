import type { Programme, ProgrammeFinding } from '@companion/contract/staff/programme';
import { programmeNames } from '@companion/contract/staff/programmeNames';
import { readOrganizationTypes } from '../event/eventQueries.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** Warnings about names that a draft takes out of its lists, while sponsors or attendees have them. */
export async function namesInUse(db: ReadDatabase, programme: Programme): Promise<ProgrammeFinding[]> {
  const { tiers, organizationTypes } = programmeNames(programme);
  const about = (field: string, name: string, what: string): ProgrammeFinding => ({
    ...{ list: 'event', id: null, field },
    text: `${field} lacks ${name}, which ${what}`,
  });
  const given = programme.sponsors.map(({ tier }) => String(tier ?? '').trim()).filter((tier) => tier !== '');
  const unknown = Map.groupBy(given, (tier) => tier);
  for (const tier of tiers) unknown.delete(tier);
  return [
    ...[...unknown].map(([tier, { length }]) =>
      about('tiers', tier, `${length === 1 ? 'a sponsor has' : `${length} sponsors have`}: they are shown last`),
    ),
    ...(await typesOfPeople(db, organizationTypes)).map(({ type, people }) =>
      about(
        'organizationTypes',
        type,
        `${people === 1 ? 'a person has' : `${people} people have`}: reports count them as unknown, and they choose ` +
          'another one when they edit their profile',
      ),
    ),
  ];
}

/** How many people have the types that publishing takes away. */
async function typesOfPeople(db: ReadDatabase, types: string[]): Promise<{ type: string; people: number }[]> {
  const removed = (await readOrganizationTypes(db)).filter((type) => !types.includes(type));
  if (removed.length === 0) return [];
  return db
    .selectFrom('accounts')
    .select(({ fn }) => ['organization_type as type', fn.countAll<number>().as('people')])
    .where('organization_type', 'in', removed)
    .groupBy('organization_type')
    .orderBy('organization_type')
    .execute();
}
