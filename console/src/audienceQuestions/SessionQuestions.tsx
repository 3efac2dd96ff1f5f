import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { Card } from '@companion/web/ui/Card.tsx';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { StaffGiven } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { bothCountsText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { timeText } from '../page/timeText.ts';
import { useKeptFocus } from '../page/useKeptFocus.ts';
import { useKeptRow } from '../page/useKeptRow.ts';
import { useKeys } from '../page/useKeys.ts';
import { searchText } from '../page/useSearch.ts';
import { useServerTime } from '../page/useServerTime.ts';
import { paths } from '../paths.ts';
import rowStyles from './AudienceQuestionRow.module.css';
import { AudienceQuestionsOnStage } from './AudienceQuestionsOnStage.tsx';
import {
  AUDIENCE_QUESTION_ACTIONS,
  type AudienceQuestionAction,
  labelOn,
  STATE_NAMES,
} from './audienceQuestionStates.ts';
import styles from './SessionQuestions.module.css';
import { sessionToModerate } from './sessionToModerate.ts';
import { useModeration } from './useModeration.ts';

const LIVE: StaffLiveFrame[] = ['queue', 'screen', 'audienceQuestions'];

/**
 * The questions from the hall to one session, for who runs the polls too: that on now, until another is chosen or the host
 * has begun on its questions. A session may run over, and the next one must not replace what is about to be pressed.
 */
export function SessionQuestions() {
  const sessions = useStaffQuery('getAudienceQuestionSessions', {}, { live: LIVE }).data?.results ?? [];
  const [picked, setPicked] = useState('');
  const now = useServerTime();
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useKeptFocus(() => heading.current);
  const chosen = picked || (sessionToModerate(sessions, now)?.contentId ?? '');
  const given = { contentId: chosen, state: 'undecided' } as const;
  // Of all sessions: the last press can be taken back also after a look at another one.
  const moderation = useModeration(given);
  useKeys({ u: () => !moderation.isSending && void moderation.undo() });
  return (
    <section aria-labelledby="audience-questions" onFocus={keepFocus}>
      <h2 ref={heading} id="audience-questions">
        Questions from the hall
      </h2>
      <Card className={styles.card}>
        <SessionSelect sessions={sessions} placeholder="Choose a session" value={chosen} onChange={setPicked} />
        <AudienceQuestionsOnStage sessions={sessions} chosen={chosen} />
        {chosen && (
          <Questions
            key={chosen}
            given={given}
            onUse={() => setPicked(chosen)}
            onAct={(id, action) => void moderation.moderate([id], action)}
          />
        )}
        <p>
          <Link to={paths.questions + searchText({ session: chosen })}>All questions and more actions</Link>
        </p>
      </Card>
    </section>
  );
}

interface QuestionsProps {
  given: StaffGiven<'getAudienceQuestionQueue'>;
  /** The host has begun on them. */
  onUse(): void;
  onAct(id: string, action: AudienceQuestionAction): void;
}

/** Those that still concern the session, in the order in which they were asked. */
function Questions({ given, onUse, onAct }: QuestionsProps) {
  const query = useStaffQuery('getAudienceQuestionQueue', given, { live: LIVE });
  const keepRow = useKeptRow();
  return (
    <Loaded query={query}>
      {({ results: { audienceQuestions, total } }) => (
        <>
          {total === 0 && <p className={styles.none}>No question waits or is shown. New ones appear here.</p>}
          <ul
            className={styles.list}
            aria-label="Questions of the session"
            onFocus={(event) => {
              onUse();
              keepRow(event);
            }}
          >
            {audienceQuestions.map((one) => (
              <Question
                key={one.id}
                audienceQuestion={one}
                onAct={(action) => {
                  // Not every browser gives the focus to a button that is clicked.
                  onUse();
                  onAct(one.id, action);
                }}
              />
            ))}
          </ul>
          {total > audienceQuestions.length && (
            <p className={styles.none}>
              The first {audienceQuestions.length} of {total}.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

/** What a host does with a question in passing; the screen of all questions has every action. */
const ACTIONS = { pending: ['shown', 'dismissed'], shown: ['pinned', 'answered'], pinned: ['answered', 'shown'] };

function Question({
  audienceQuestion,
  onAct,
}: {
  audienceQuestion: QueuedAudienceQuestion;
  onAct(action: AudienceQuestionAction): void;
}) {
  const { text, state, upvotes, confirmedUpvotes, askedAt, authorIsConfirmed } = audienceQuestion;
  const offered: string[] = state in ACTIONS ? ACTIONS[state as keyof typeof ACTIONS] : [];
  return (
    <li className={styles.question}>
      <p className={`written ${styles.text}`}>{text}</p>
      <p className={rowStyles.detail}>
        {state !== 'pending' && <Badge tone={state === 'pinned' ? 'stage' : 'go'}>{STATE_NAMES[state]}</Badge>}
        <time dateTime={askedAt}>{timeText(askedAt)}</time>
        <span>{bothCountsText(upvotes, confirmedUpvotes, 'upvote')}</span>
        {!authorIsConfirmed && <span>Unconfirmed author</span>}
      </p>
      <div className={styles.actions}>
        {AUDIENCE_QUESTION_ACTIONS.filter((action) => offered.includes(action.state)).map((action) => (
          <RowButton
            key={action.state}
            aria-label={`${labelOn(state, action)}: ${text.slice(0, 80)}`}
            onPress={() => onAct(action)}
          >
            {labelOn(state, action)}
          </RowButton>
        ))}
      </div>
    </li>
  );
}
