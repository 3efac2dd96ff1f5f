import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import styles from './ActingChoices.module.css';
import { Choices, type ChoicesProps } from './Choices.tsx';
import { usePressQueue } from './usePressQueue.ts';

interface ActingChoicesProps<Value extends string> extends Omit<ChoicesProps<Value>, 'onChange'> {
  /** Returns whether it could. One that is made meanwhile waits for it. */
  onChoose(value: NoInfer<Value>): boolean | Promise<boolean>;
}

/**
 * Choices that change something at once. The arrow keys choose every option that they pass, so what they have reached is
 * done with Enter or Space alone. Escape takes it back, and so does leaving: a press on another option leaves first.
 */
export function ActingChoices<Value extends string>({ value, onChoose, ...choices }: ActingChoicesProps<Value>) {
  const [reached, setReached] = useState<Value>();
  const [choose, pending] = usePressQueue(async (chosen: Value) => onChoose(chosen));
  const isByArrow = useRef(false);
  const chosen = pending.at(-1) ?? value;
  const press = (event: KeyboardEvent) => {
    isByArrow.current = event.key.startsWith('Arrow');
    if (event.key === 'Escape') setReached(undefined);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // They are not those of the screen here.
    event.stopPropagation();
    if (reached === undefined) return;
    event.preventDefault();
    setReached(undefined);
    if (reached !== chosen) choose(reached);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // While another window has the focus, the control keeps it in this one.
    if (!currentTarget.contains(relatedTarget ?? document.activeElement)) setReached(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the radio buttons in it have the focus
    <div
      onKeyDown={press}
      onKeyUp={() => {
        isByArrow.current = false;
      }}
      onBlur={leave}
    >
      <Choices
        {...choices}
        value={reached ?? chosen}
        onChange={(option) => {
          setReached(isByArrow.current ? option : undefined);
          if (!isByArrow.current) choose(option);
        }}
      />
      <p role="status" className={styles.hint}>
        {reached !== undefined && reached !== chosen && 'Press Enter to apply it.'}
      </p>
    </div>
  );
}
