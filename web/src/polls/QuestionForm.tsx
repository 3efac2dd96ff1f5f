import {
  type Answer,
  answerFields,
  answerProblems,
  chosenTexts,
  POLL_CLOSED,
  QUESTION_CHANGED,
} from '@companion/contract/answer';
import { CONFIRM_FIRST, SCALE_ENDS } from '@companion/contract/constants';
import { answerValue, choicesOf } from '@companion/contract/pollFigures';
import type { Question } from '@companion/contract/question';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/api.ts';
import { needsConfirmation, PhoneConfirmation } from '../forms/PhoneConfirmation.tsx';
import { DraftNotice, useDraft, useDraftKey } from '../forms/useDraft.tsx';
import type { LivePoll } from '../live/useLivePoll.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { paths } from '../paths.ts';
import { answerIntent, useAnswerQuestionMutation } from '../queue/queuedEndpoints.ts';
import { dropDraft } from '../session/drafts.ts';
import { useAppDispatch } from '../session/storeHooks.ts';
import { describeError } from '../toasts/describeError.ts';
import { notifySaved, notifySuccess } from '../toasts/toasts.ts';
import { AnswerChoices } from '../ui/AnswerChoices.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import type { Reply } from './nextStep.ts';
import { PollResults } from './PollResults.tsx';
import styles from './QuestionPage.module.css';

export interface QuestionFormProps {
  question: Question;
  live: LivePoll;
  onSent: (reply: Reply) => void;
  /** Called when another answer of this attendee is stored already. */
  onRejected: () => void;
}

/** Asks a question and sends the answer. The draft is kept until it has been sent, also when the question is closed. */
export function QuestionForm({ question, live, onSent, onRejected }: QuestionFormProps) {
  const heading = useId();
  const form = useFocusKept<HTMLFormElement>();
  const about = { campaignId: question.campaignId, questionId: question.id };
  const draftKey = useDraftKey(answerIntent(about));
  const { draft = NO_ANSWER, change, isRestored, discard } = useDraft(draftKey, readAnswer);
  // Until the first answer, staff may change the options: the numbers of a draft then mean others.
  const isMeant = String(draft.chosen) === String(chosenTexts(question, draft.answers));
  const answer = isMeant ? draft : NO_ANSWER;
  // Shared, so that a form that is opened again before the reply knows that an answer is on its way.
  const [answerQuestion, { isLoading, data: reply, error, reset: forgetReply }] = useAnswerQuestionMutation({
    fixedCacheKey: draftKey,
  });
  const dispatch = useAppDispatch();
  const opening = useOpening(live.isClosed);
  /** Unknown where the answer was sent before this form was opened: then only the poll itself says whether it is closed. */
  const sentIn = useRef<number>(undefined);
  const [tooLateIn, setTooLateIn] = useState<number>();
  const [mustConfirm, setMustConfirm] = useState(false);
  // An answer on its way may still count.
  const isClosed = (live.isClosed || tooLateIn === opening) && !isLoading;
  const tooLong = answerFields.shape.comment.safeParse(answer.comment).error?.issues[0]?.message;
  // §5: requires at least one choice, or a text.
  const isInvalid = tooLong !== undefined || answerProblems(question, answer) !== undefined;

  useEffect(() => {
    if (!reply && !error) return;
    forgetReply();
    if (reply) onSent(reply);
    else if (isPollClosed(error)) setTooLateIn(sentIn.current);
    else if (isAlreadyAnswered(error)) onRejected();
    else if (isChanged(error)) dispatch(api.util.invalidateTags(['Questions']));
    else setMustConfirm(needsConfirmation(error));
  }, [reply, error, forgetReply, onSent, onRejected, dispatch]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isInvalid || isLoading || isClosed) return;
    sentIn.current = opening;
    const answered = await answerQuestion({ ...about, ...answer });
    if (answered.data || isAlreadyAnswered(answered.error)) dropDraft(draftKey);
    if (answered.data?.isWaiting) notifySaved();
    else if (answered.data) notifySuccess('Your answer has been sent. Thank you for your feedback.');
  };

  return (
    <>
      <form ref={form} onSubmit={onSubmit} className={styles.form}>
        <h1 id={heading}>{question.question}</h1>
        {isRestored && isMeant && !isLoading && (
          <DraftNotice onDiscard={discard}>This answer is not sent yet.</DraftNotice>
        )}
        {(!isClosed || !isEmpty(answer)) && (
          <fieldset aria-labelledby={heading}>
            <AnswerControl
              question={question}
              answer={answer}
              error={tooLong}
              // Radio buttons cannot be read-only, and disabled ones lose the focus.
              onChange={(changed) =>
                isLoading || change({ ...changed, chosen: chosenTexts(question, changed.answers) }, isEmpty(changed))
              }
              isReadOnly={isLoading}
            />
          </fieldset>
        )}
        <div className={styles.end}>
          <p role="status" className={styles.closed}>
            {isClosed && (isEmpty(answer) ? POLL_CLOSED : `${POLL_CLOSED} Your answer was not sent.`)}
          </p>
          {isClosed ? (
            <Link to={paths.dashboard} className={`${buttonClass('secondary')} ${styles.send}`}>
              Return to Dashboard
            </Link>
          ) : (
            <Button type="submit" className={styles.send} busy={isLoading} disabled={isLoading || isInvalid}>
              Send Answer
            </Button>
          )}
        </div>
        {isClosed && live.results && <PollResults question={question} results={live.results} />}
      </form>
      {mustConfirm && <PhoneConfirmation reason={CONFIRM_FIRST} />}
    </>
  );
}

/** Counts how often the poll was opened again: an answer that was too late for one opening may be in time for the next. */
function useOpening(isClosed: boolean): number {
  const [seen, setSeen] = useState({ isClosed, opening: 0 });
  if (seen.isClosed === isClosed) return seen.opening;
  const opening = isClosed ? seen.opening : seen.opening + 1;
  setSeen({ isClosed, opening });
  return opening;
}

interface AnswerControlProps {
  question: Question;
  /** The answer as chosen or typed so far. */
  answer: Required<Answer>;
  /** About a free text. */
  error: string | undefined;
  /** Nothing happens while the answer is being sent. */
  onChange: (answer: Required<Answer>) => void;
  /** The answer is being sent. */
  isReadOnly: boolean;
}

/** A free text in 5 rows (§2), or the question's choices. */
function AnswerControl({ error, isReadOnly, ...control }: AnswerControlProps) {
  if (control.question.questionTypes !== 'comment') return <Choices {...control} />;
  return (
    <TextAreaField
      label="Your answer"
      rows={5}
      error={error}
      autoCapitalize="sentences"
      value={control.answer.comment}
      readOnly={isReadOnly}
      onChange={(event) => control.onChange({ answers: [], comment: event.currentTarget.value })}
    />
  );
}

/** The answer is the positions of what is chosen, from 1; of yes-no it is the word (§3). */
function Choices({ question, answer, onChange }: Omit<AnswerControlProps, 'error' | 'isReadOnly'>) {
  const choose = (value: string | number) => {
    const isMultiple = question.questionTypes === 'multiple-options';
    const others = isMultiple ? answer.answers.filter((chosen) => chosen !== value) : [];
    const isTakenBack = isMultiple && others.length < answer.answers.length;
    onChange({ ...answer, answers: isTakenBack ? others : [...others, value].toSorted(byPosition) });
  };
  return (
    <AnswerChoices
      type={question.questionTypes}
      labels={choicesOf(question)}
      ends={SCALE_ENDS}
      name={question.id}
      isChosen={(index) => answer.answers.includes(answerValue(question, index))}
      onChoose={(index) => choose(answerValue(question, index))}
    />
  );
}

/** Of yes-no, which has a word, there is never a second one. */
const byPosition = (one: string | number, other: string | number) => Number(one) - Number(other);

type AnswerDraft = Required<Answer> & { chosen?: string[] | undefined };

const NO_ANSWER: AnswerDraft = { answers: [], comment: '' };

/** Whether nothing is chosen or written. */
const isEmpty = ({ answers, comment }: AnswerDraft) => answers.length === 0 && comment === '';

function readAnswer(draft: unknown): AnswerDraft | undefined {
  // A text may be too long to be sent.
  const { comment, ...choices } = Object(draft);
  const read = answerFields.safeParse({ campaignId: '', questionId: '', ...choices }).data;
  const text = typeof comment === 'string' ? comment : '';
  const answer = { answers: read?.answers ?? [], comment: text, chosen: read?.chosen };
  return isEmpty(answer) ? undefined : answer;
}

/** Whether the answer was rejected because it came after the closing. */
const isPollClosed = (error: unknown): boolean =>
  Object(error).status === 409 && describeError(error).message === POLL_CLOSED;

/** Whether the answer was rejected because its numbers mean other options now. */
const isChanged = (error: unknown): boolean =>
  Object(error).status === 400 && describeError(error).message === QUESTION_CHANGED;

/** Whether the answer was rejected because another one is stored. */
const isAlreadyAnswered = (error: unknown): boolean => Object(error).status === 409 && !isPollClosed(error);
