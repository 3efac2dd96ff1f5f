import { AUDIENCE_QUESTIONS_PER_PAGE } from '@companion/contract/staff/audienceQuestionQueue';
import { Message } from '@companion/web/ui/Message.tsx';
import { useEffect } from 'react';
import { useLiveRefresh } from '../api/useLiveRefresh.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { AudienceQuestionsOnStage } from '../page/AudienceQuestionsOnStage.tsx';
import { Choices } from '../page/Choices.tsx';
import { HallIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { Pager, pageIn, pageText } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { useSearch } from '../page/useSearch.ts';
import { AudienceQuestionQueue } from './AudienceQuestionQueue.tsx';
import { STATE_NAMES } from './audienceQuestionStates.ts';
import styles from './QuestionsPage.module.css';
import { useModeration } from './useModeration.ts';

const SEARCH = ['q', 'session', 'state', 'page'] as const;
const STATES = [
  ['', STATE_NAMES.pending],
  ['shown', STATE_NAMES.shown],
  ['pinned', STATE_NAMES.pinned],
  ['answered', STATE_NAMES.answered],
  ['dismissed', STATE_NAMES.dismissed],
  ['all', 'All'],
] as const;

/** The questions from the hall, for those who decide what everyone sees. */
export function QuestionsPage() {
  const [{ q, session, state, page }, setSearch] = useSearch(SEARCH);
  const shown = STATES.find(([value]) => value === state)?.[0] ?? '';
  const current = pageIn(page);
  const filter = {
    search: q || undefined,
    contentId: session || undefined,
    state: shown === 'all' ? undefined : shown || ('pending' as const),
    page: String(current),
  };
  const query = useStaffQuery('getAudienceQuestionQueue', filter, { partOf: session });
  const sessions = useStaffQuery('getAudienceQuestionSessions', {}).data?.results ?? [];
  useLiveRefresh(['queue', 'screen'], ['getAudienceQuestionQueue', 'getAudienceQuestionSessions']);
  const moderation = useModeration(filter);
  const goTo = (next: number) => setSearch({ page: pageText(next) });
  const found = query.data?.results;
  const pages = Math.ceil((found?.total ?? 0) / AUDIENCE_QUESTIONS_PER_PAGE);
  // What the last page had was moderated.
  const isBeyond =
    found !== undefined && !query.isFetching && found.audienceQuestions.length === 0 && current > Math.max(1, pages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is another function each time
  useEffect(() => {
    if (isBeyond) goTo(Math.max(1, pages));
  }, [isBeyond, pages]);
  return (
    <>
      <PageHead title="Questions from the hall">
        <span className={styles.keys}>
          <kbd>J</kbd> <kbd>K</kbd> move, <kbd>X</kbd> selects, <kbd>A</kbd> approves, <kbd>P</kbd> pins, <kbd>R</kbd>{' '}
          marks as answered, <kbd>D</kbd> dismisses, <kbd>U</kbd> undoes.
        </span>
      </PageHead>
      <div className={styles.filters}>
        <SessionSelect
          sessions={sessions}
          placeholder="All sessions"
          value={session}
          onChange={(contentId) => setSearch({ session: contentId, page: '' })}
        />
        <SearchField label="Search" value={q} onSearch={(text) => setSearch({ q: text, page: '' })} />
        <Choices
          label="State"
          options={STATES}
          value={shown}
          onChange={(value) => setSearch({ state: value, page: '' })}
        />
        {(session || sessions.some(({ isOnStage }) => isOnStage)) && (
          <AudienceQuestionsOnStage sessions={sessions} chosen={session} />
        )}
      </div>
      <Loaded query={query}>
        {({ results: { audienceQuestions, total } }) => (
          <>
            <AudienceQuestionQueue
              audienceQuestions={audienceQuestions}
              total={total}
              showsStates={shown === 'all'}
              moderation={moderation}
            />
            {audienceQuestions.length === 0 && (
              <Message icon={<HallIcon />}>
                {shown === '' && q === ''
                  ? 'No questions are waiting. New ones appear here by themselves.'
                  : 'No matches.'}
              </Message>
            )}
            <Pager
              page={current}
              perPage={AUDIENCE_QUESTIONS_PER_PAGE}
              total={total}
              labels={['Earlier', 'Later']}
              onPage={goTo}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
