import type { ImportReport } from './importReport.ts';
import type { PackEntry } from './packEntries.ts';
import { packId } from './packId.ts';
import type { SourceTable } from './sourceSchedule.ts';

/**
 * Makes entries of the list of sponsors.
 * @param tiers of the event, whose spelling a tier gets
 */
export const sponsorEntries = (
  { sponsors }: SourceTable,
  prefix: string,
  report: ImportReport,
  tiers: readonly string[],
): PackEntry[] =>
  distinct(
    sponsors.flatMap(({ where, name, tier, url, about }) => {
      if (!name) {
        report.add('sponsors', 'rejected', where, 'the sponsor has no name');
        return [];
      }
      const known = tiers.find((each) => each.toLowerCase() === tier?.toLowerCase());
      const fields = { name, tier: known ?? tier, url, about };
      return { id: packId(`${prefix}sponsor-`, name), fields, label: name };
    }),
  );

/** Makes the campaigns that the questions need, if they are not there. */
export function campaignEntries({ polls }: SourceTable, known: ReadonlySet<string>): PackEntry[] {
  const campaigns = new Map(polls.map(({ campaign }) => [campaign.id, campaign.title]));
  return [...campaigns]
    .filter(([id]) => !known.has(id))
    .map(([id, title]) => ({ id, fields: { title }, label: title }));
}

/** Makes entries of the list of questions. */
export const pollEntries = ({ polls }: SourceTable, prefix: string, report: ImportReport): PackEntry[] =>
  distinct(
    polls.flatMap(({ where, campaign, question, type, options }) => {
      if (!question) {
        report.add('questions', 'rejected', where, 'the question has no text');
        return [];
      }
      const fields = { campaign: campaign.id, type, question, options: options.length > 0 ? options : null };
      return { id: packId(`${prefix}question-`, question), fields, label: question };
    }),
  );

/** A row that is there twice counts once. */
const distinct = (entries: PackEntry[]): PackEntry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];
