import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { Selectable } from 'kysely';
import type { QuestionRow } from '../platform/db/eventSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { CONTENT_CAMPAIGNS } from './packContent.ts';
import { campaignFields, questionFields } from './packSchemas.ts';
import type { Entry, PackSource } from './packSource.ts';

const FILE = 'campaigns.yaml';

export interface PackCampaigns {
  campaigns: Selectable<Database['campaigns']>[];
  questions: QuestionRow[];
  entries: Entry<{ id: string }>[];
}

/** Reads campaigns.yaml; the order in the file is the order of the screens. */
export async function readCampaigns(source: PackSource): Promise<PackCampaigns> {
  const found: PackCampaigns = { campaigns: [], questions: [], entries: [] };
  const entries = await source.list(FILE, campaignFields);
  for (const [position, entry] of entries.entries()) {
    const { id } = entry.fields;
    if (id && Object.values<string>(CONTENT_CAMPAIGNS).includes(id))
      entry.addProblem('id', `${id} belongs to the event's content`);

    const questions = source.nested(FILE, position, 'questions', questionFields);
    if (entry.complete && questions.length === 0) entry.addProblem('questions', 'is empty');
    for (const [place, question] of questions.entries()) {
      checkOptions(question);
      if (!question.complete || !id) continue;
      const { id: questionId, type, question: text, options } = question.complete;
      found.questions.push({
        id: questionId,
        campaign_id: id,
        position: place,
        question: text,
        type,
        options: JSON.stringify(options),
        hidden: 0,
      });
    }
    if (entry.complete)
      found.campaigns.push({ id: entry.complete.id, title: entry.complete.title, position, hidden: 0 });
    found.entries.push(entry, ...questions);
  }

  for (const id of [PRE_EVENT_CAMPAIGN, POST_EVENT_CAMPAIGN]) {
    if (!entries.some((entry) => entry.fields.id === id)) {
      source.warnings.push({ file: FILE, text: `no campaign ${id}: that survey has no questions` });
    }
  }
  return found;
}

function checkOptions(question: Entry<{ type: string; options: string[] }>): void {
  const { type, options } = question.fields;
  if (!type || !options) return;
  const hasOptions = type === 'options' || type === 'multiple-options';
  if (!hasOptions && options.length > 0) question.addProblem('options', `are not allowed with type ${type}`);
  if (hasOptions && options.length < 2) question.addProblem('options', 'must be two or more');
  if (new Set(options).size < options.length) question.addProblem('options', 'has the same option twice');
}
