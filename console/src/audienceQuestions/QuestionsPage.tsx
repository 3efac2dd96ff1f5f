import { AUDIENCE_QUESTIONS_PER_PAGE } from '@companion/contract/staff/audienceQuestionQueue';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { Message } from '@companion/web/ui/Message.tsx';
import { useEffect } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Choices } from '../page/Choices.tsx';
import { HallIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { usePagedSearch } from '../page/useSearch.ts';
import { AudienceQuestionQueue } from './AudienceQuestionQueue.tsx';
import { AudienceQuestionsOnStage } from './AudienceQuestionsOnStage.tsx';
import { STATE_NAMES } from './audienceQuestionStates.ts';
import styles from './QuestionsPage.module.css';
import { useModeration } from './useModeration.ts';

const STATES = [
  ['', STATE_NAMES.pending],
  ...(['shown', 'pinned', 'answered', 'dismissed'] as const).map((state) => [state, STATE_NAMES[state]] as const),
  ['all', 'All'],
] as const;

const LIVE: StaffLiveFrame[] = ['queue', 'screen'];

/** The questions from the hall, for those who decide what everyone sees. */
export function QuestionsPage() {
  const { values, filter, pages } = usePagedSearch<'q' | 'session' | 'state'>();
  const { q: search = '', session = '', state } = values;
  const shown = STATES.find(([value]) => value === state)?.[0] ?? '';
  const given = {
    search,
    contentId: session || undefined,
    state: shown === 'all' ? undefined : shown || ('pending' as const),
    page: String(pages.page),
  };
  const query = useStaffQuery('getAudienceQuestionQueue', given, { live: LIVE, partOf: session });
  const sessions = useStaffQuery('getAudienceQuestionSessions', {}, { live: LIVE }).data?.results ?? [];
  const moderation = useModeration(given);
  const found = query.data?.results;
  const lastPage = Math.max(1, Math.ceil((found?.total ?? 0) / AUDIENCE_QUESTIONS_PER_PAGE));
  // What the last page had was moderated.
  const isBeyond =
    found !== undefined && !query.isFetching && found.audienceQuestions.length === 0 && pages.page > lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onPage is another function each time
  useEffect(() => {
    if (isBeyond) pages.onPage(lastPage);
  }, [isBeyond, lastPage]);
  return (
    <>
      <PageHead title="Questions from the hall">
        <span className={styles.keys}>
          <kbd>J</kbd> <kbd>K</kbd> move, <kbd>X</kbd> selects, <kbd>A</kbd> approves, <kbd>P</kbd> pins, <kbd>R</kbd>{' '}
          marks as answered, <kbd>D</kbd> dismisses, <kbd>E</kbd> dismisses all of the author, <kbd>B</kbd> blocks the
          author, <kbd>U</kbd> undoes.
        </span>
      </PageHead>
      <div className={styles.filters}>
        <SessionSelect
          sessions={sessions}
          placeholder="All sessions"
          value={session}
          onChange={(contentId) => filter({ session: contentId })}
        />
        <SearchField label="Search" value={search} onSearch={(q) => filter({ q })} />
        <Choices label="State" options={STATES} value={shown} onChange={(value) => filter({ state: value })} />
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
                {shown === '' && search === ''
                  ? 'No questions are waiting. New ones appear here by themselves.'
                  : 'No matches.'}
              </Message>
            )}
            <Pager {...pages} perPage={AUDIENCE_QUESTIONS_PER_PAGE} total={total} labels={['Earlier', 'Later']} />
          </>
        )}
      </Loaded>
    </>
  );
}
