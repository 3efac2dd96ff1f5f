import type { Poll } from '@companion/contract/staff/polls';
import { Card } from '@companion/web/ui/Card.tsx';
import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { CloseIcon } from '@companion/web/ui/icons.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { showAnswer, shownAnswer } from '../api/store.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { countText } from '../page/countText.ts';
import rowStyles from '../page/OrderButtons.module.css';
import { ORDER_KEYS, OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import { useKeptFocus } from '../page/useKeptFocus.ts';
import { useKeptRow } from '../page/useKeptRow.ts';
import { usePressQueue } from '../page/usePressQueue.ts';
import { paths } from '../paths.ts';
import { NewPoll } from './NewPoll.tsx';
import { PollBadges } from './PollBadges.tsx';
import styles from './RunningOrder.module.css';
import { addable, addableSets, inOrder, moved, withNext } from './runningOrder.ts';

/** The polls of the stage in their order: buttons and Alt with an arrow key move them. */
export function RunningOrder({ polls }: { polls: Poll[] }) {
  const change = useChangeOrder(polls);
  const order = inOrder(polls);
  const others = addable(polls);
  const sets = addableSets(polls);
  // Who adds one poll adds others, until there are none. After that the questions from the hall have the room.
  const [isPreparing] = useState(order.length === 0);
  const list = useRef<HTMLDivElement>(null);
  const keepRow = useKeptRow();
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useKeptFocus(() => heading.current);
  const staged = order.find(({ isOnStage }) => isOnStage)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another poll on stage, another row
  useEffect(() => showCurrent(list.current), [staged]);
  const add = (added: Poll[]) => change((before) => [...before, ...added.filter((poll) => !before.some(isSame(poll)))]);
  const [chosen, setChosen] = useState('');
  const addChosen = () => {
    const added = others.filter((poll) => idOf(poll) === chosen);
    setChosen('');
    if (added.length > 0) add(added);
  };
  const move = (poll: Poll, by: number) => change((before) => moved(before, before.findIndex(isSame(poll)), by));
  return (
    <section aria-labelledby="order" onFocus={keepFocus}>
      <div className={styles.head}>
        <h2 ref={heading} id="order">
          Running order
        </h2>
        <NewPoll polls={polls} onCreated={(poll) => change((before) => withNext(before, poll))} />
      </div>
      {order.length === 0 && <p className={styles.none}>No poll is in it yet. Add the first ones below.</p>}
      <Card as="ol" ref={list} className={styles.list} onFocus={keepRow}>
        {order.map((poll, index) => (
          // The row keeps the focus at its new place: it is the same element.
          <li
            key={idOf(poll)}
            className={styles.row}
            aria-current={poll.isOnStage ? 'step' : undefined}
            onKeyDown={orderKeys((by) => move(poll, by))}
          >
            <span className={rowStyles.number}>{index + 1}</span>
            <div className={rowStyles.text}>
              {/* Beside this screen: who runs the polls must not leave it. */}
              <Link
                to={paths.poll(poll.campaignId, poll.id)}
                target="_blank"
                className={`written ${rowStyles.link}`}
                title="Opens in a new tab"
                aria-keyshortcuts={ORDER_KEYS}
              >
                {poll.question}
              </Link>
              <PollBadges poll={{ state: poll.state, isOnStage: poll.isOnStage }} />
            </div>
            <div className={styles.buttons}>
              <OrderButtons
                name={poll.question}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                onMove={(by) => move(poll, by)}
              />
              <IconButton
                aria-label={`Take out of the running order: ${poll.question}`}
                onClick={() => change((before) => before.filter((one) => !isSame(poll)(one)))}
              >
                <CloseIcon />
              </IconButton>
            </div>
          </li>
        ))}
      </Card>
      <details className={styles.add} open={isPreparing && sets.length > 0}>
        <summary>Add polls</summary>
        <div className={styles.one}>
          <SelectField
            label="Add a poll"
            placeholder={others.length > 0 ? 'Choose a question' : 'Every question is in the running order'}
            options={others.map((poll) => [idOf(poll), optionText(poll)])}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          {/* The keyboard passes the questions one by one: to choose one adds nothing yet. */}
          <ActionButton size="small" unavailable={chosen ? undefined : 'Choose a question first.'} onPress={addChosen}>
            Add
          </ActionButton>
        </div>
        <div className={styles.sets}>
          {sets.map((set, index) => (
            <ActionButton
              key={set[0]?.campaignId}
              size="small"
              // While there is nothing to put on stage, this is what comes next.
              variant={order.length === 0 && index === 0 ? 'primary' : 'secondary'}
              onPress={() => add(set)}
            >
              <span>
                Add all of <span className="written">{set[0]?.campaignTitle}</span> ({countText(set.length, 'poll')})
              </span>
            </ActionButton>
          ))}
        </div>
      </details>
    </section>
  );
}

/**
 * Changes the running order, one change after the other, each on the order that the one before has left.
 * @returns asks for a change of the order
 */
function useChangeOrder(polls: Poll[]): (change: (before: Poll[]) => Poll[]) => void {
  const { send } = useStaffMutation('setRunningOrder', ['getPolls'], {
    show: (answer) => showAnswer('getPolls', {}, () => answer),
  });
  const perform = async (change: (before: Poll[]) => Poll[]) => {
    const before = inOrder(shownAnswer('getPolls', {})?.results ?? polls);
    const after = change(before);
    if (after.map(idOf).join() === before.map(idOf).join()) return true;
    return (await send({ polls: after.map(keyOf), before: before.map(keyOf) })) !== undefined;
  };
  const [ask] = usePressQueue(perform);
  return ask;
}

/** Scrolls a list that is higher than its place to the poll on stage; the page stays where it is. */
function showCurrent(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && row) list.scrollTo({ top: row.offsetTop - row.offsetHeight });
}

const isSame = (poll: Poll) => (one: Poll) => idOf(one) === idOf(poll);

const keyOf = ({ campaignId, id: questionId }: Poll) => ({ campaignId, questionId });

/** Ids are unique within a campaign. */
const idOf = ({ campaignId, id }: Poll): string => `${campaignId} ${id}`;

const optionText = ({ campaignTitle, question }: Poll): string => `${campaignTitle}: ${question}`;
