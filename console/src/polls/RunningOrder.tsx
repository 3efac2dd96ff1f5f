import type { Poll } from '@companion/contract/staff/polls';
import { Card } from '@companion/web/ui/Card.tsx';
import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { ChevronDownIcon, CloseIcon } from '@companion/web/ui/icons.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { showAnswer } from '../api/store.ts';
import { paths } from '../paths.ts';
import { PollBadges } from './PollBadges.tsx';
import styles from './RunningOrder.module.css';
import { inOrder, moved } from './runningOrder.ts';

/** The polls of the stage in their order: buttons and Alt with an arrow key move them. */
export function RunningOrder({ polls }: { polls: Poll[] }) {
  const { send, isSending } = useStaffMutation('setRunningOrder', ['getPolls'], {
    show: (answer) => showAnswer('getPolls', {}, () => answer),
  });
  const list = useRef<HTMLDivElement>(null);
  const order = inOrder(polls);
  const others = polls.filter(({ stagePosition, state }) => stagePosition === null && state !== 'archived');
  const save = async (next: Poll[]) => {
    if (isSending) return;
    await send({ polls: next.map(keyOf), before: order.map(keyOf) });
  };
  const move = async (index: number, by: number) => {
    const to = index + by;
    if (to < 0 || to >= order.length) return;
    await save(moved(order, index, by));
    // The poll keeps the focus at its new place.
    list.current?.children[to]?.querySelector<HTMLElement>('a')?.focus();
  };
  return (
    <section aria-labelledby="order">
      <h2 id="order" className={styles.title}>
        Running order
      </h2>
      {order.length === 0 && <p className={styles.none}>No poll is in it yet. Add the first one below.</p>}
      <Card as="ol" ref={list} className={styles.list}>
        {order.map((poll, index) => (
          <li
            key={idOf(poll)}
            className={styles.row}
            aria-current={poll.isOnStage ? 'step' : undefined}
            onKeyDown={({ altKey, key }) => {
              if (altKey && key === 'ArrowUp') void move(index, -1);
              if (altKey && key === 'ArrowDown') void move(index, 1);
            }}
          >
            <span className={styles.number}>{index + 1}</span>
            <div className={styles.text}>
              <Link
                to={paths.poll(poll.campaignId, poll.id)}
                className={`written ${styles.link}`}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              >
                {poll.question}
              </Link>
              <PollBadges poll={poll} />
            </div>
            <div className={styles.buttons}>
              <IconButton aria-label={`Move up: ${poll.question}`} onClick={() => void move(index, -1)}>
                <span className={styles.up}>
                  <ChevronDownIcon />
                </span>
              </IconButton>
              <IconButton aria-label={`Move down: ${poll.question}`} onClick={() => void move(index, 1)}>
                <ChevronDownIcon />
              </IconButton>
              <IconButton
                aria-label={`Take out of the running order: ${poll.question}`}
                onClick={() => void save(order.filter((one) => one !== poll))}
              >
                <CloseIcon />
              </IconButton>
            </div>
          </li>
        ))}
      </Card>
      <SelectField
        label="Add a poll"
        placeholder={others.length > 0 ? 'Choose a question' : 'Every question is in the running order'}
        options={others.map((poll) => [idOf(poll), optionText(poll)])}
        value=""
        onChange={({ currentTarget }) => {
          const added = others.find((poll) => idOf(poll) === currentTarget.value);
          if (added) void save([...order, added]);
        }}
      />
    </section>
  );
}

const keyOf = ({ campaignId, id: questionId }: Poll) => ({ campaignId, questionId });

/** Ids are unique within a campaign. */
const idOf = ({ campaignId, id }: Poll): string => `${campaignId} ${id}`;

const optionText = ({ campaignTitle, question }: Poll): string => `${campaignTitle}: ${question}`;
