import type { Question } from '@companion/contract/question';
import { describe, expect, test } from 'vitest';
import { groupByCampaign, nextOpen, openPolls, placeOf, surveyOf, surveyProgress, waitingPolls } from './surveys.ts';

const question = (campaignId: string, id: string, answered: boolean): Question => ({
  id,
  campaignId,
  question: `Question ${id}?`,
  questionTypes: 'yes-no',
  options: [],
  answered,
  closed: false,
});

const questions = [
  question('pre-event', 'a', true),
  question('keynote', 'k', false),
  question('pre-event', 'b', false),
  question('pre-event', 'c', false),
];

describe('surveys', () => {
  test('questions are grouped by campaign in their order, with or without a title', () => {
    const titled = { ...question('keynote', 'm', true), campaignTitle: 'From the stage' };
    expect(groupByCampaign([...questions, titled])).toEqual([
      { campaignId: 'pre-event', title: undefined, questions: [questions[0], questions[2], questions[3]] },
      { campaignId: 'keynote', title: undefined, questions: [questions[1], titled] },
    ]);
    expect(groupByCampaign([titled])[0]?.title).toBe('From the stage');
    expect(groupByCampaign([])).toEqual([]);
  });

  test('progress counts only one campaign and keeps its order', () => {
    const { total, answered, unanswered } = surveyProgress(questions, 'pre-event');
    expect([total, answered, unanswered.map(({ id }) => id)]).toEqual([3, 1, ['b', 'c']]);
    expect(surveyProgress(questions, 'post-event')).toEqual({ total: 0, answered: 0, unanswered: [] });
  });

  test('a closed question is neither open nor part of the progress, unless it was answered (decision 048)', () => {
    const closed = (campaignId: string, id: string, answered: boolean) => ({
      ...question(campaignId, id, answered),
      closed: true,
    });
    const all = [closed('keynote', 'a', true), closed('keynote', 'b', false), question('keynote', 'c', false)];
    const { total, answered, unanswered } = surveyProgress(all, 'keynote');
    expect([total, answered, unanswered.map(({ id }) => id)]).toEqual([2, 1, ['c']]);
    expect(nextOpen(all, question('keynote', 'a', true))?.id).toBe('c');
    expect(nextOpen(all, question('keynote', 'c', true))).toBeUndefined();
    expect(openPolls(all).map(({ id }) => id)).toEqual(['c']);
  });

  test('a place counts within the campaign, and closed questions keep theirs (decision 060)', () => {
    const closed = questions.map((one) => ({ ...one, closed: one.id === 'a' }));
    for (const list of [questions, closed]) {
      expect(placeOf(list, question('pre-event', 'b', false))).toEqual({ place: 2, places: 3 });
    }
    expect(placeOf(questions, question('pre-event', 'unknown', false))).toBeUndefined();
    const placed = { ...question('pre-event', 'b', false), place: 4, places: 9 };
    expect(placeOf(questions, placed)).toEqual({ place: 4, places: 9 });
  });

  test('each survey has its own flag; other campaigns have none (§4)', () => {
    expect(['pre-event', 'post-event', 'keynote'].map((id) => surveyOf(id)?.flag)).toEqual([
      'preEventComplete',
      'postEventComplete',
      undefined,
    ]);
  });

  test('polls are the open questions outside the pre-event campaign; invitations omit the post-event one (§2)', () => {
    const all = [...questions, question('keynote', 'l', true), question('post-event', 'p', false)];
    expect(openPolls(all).map(({ id }) => id)).toEqual(['k', 'p']);
    expect(waitingPolls(all).map(({ id }) => id)).toEqual(['k']);
  });
});
