import type { Programme } from '@companion/contract/staff/programme';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { useState } from 'react';
import { ActionButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { Dialog, DialogActions, DialogText } from '../page/Dialog.tsx';
import { isSameValue } from '../page/fieldValue.ts';
import styles from './ConflictDialog.module.css';
import { type Choice, type Conflict, conflictFields, isFieldConflict, union } from './conflicts.ts';
import { isList, textOf } from './programmeEdits.ts';
import { ENTRY_NAMES, entryTitle, fieldName, PLACE_NAMES, valueText } from './programmeNames.ts';

interface ConflictDialogProps {
  conflicts: Conflict[];
  /** As it is now. */
  programme: Programme;
  /** Gets the choices by the place of the edit; undefined when nothing is to be saved. */
  onAnswer(choices: ReadonlyMap<number, Choice> | undefined): void;
}

/** Another member has changed the same: both texts show, and this member chooses for each. Nothing is lost by closing it. */
export function ConflictDialog({ conflicts, programme, onAnswer }: ConflictDialogProps) {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const isComplete = conflicts.every(({ index }) => choices.has(index));
  return (
    <Dialog title="Another member was faster" size="wide" onClose={() => onAnswer(undefined)}>
      {(close) => (
        <>
          <DialogText>
            <p>
              Nothing of yours is saved yet, and nothing is lost. What both of you changed is below: choose what stays.
              The rest of your change is kept.
            </p>
          </DialogText>
          {conflicts.map((conflict) => (
            <OneConflict
              key={conflict.index}
              conflict={conflict}
              programme={programme}
              choice={choices.get(conflict.index)}
              onChoose={(choice) => setChoices((before) => new Map(before).set(conflict.index, choice))}
            />
          ))}
          <DialogActions>
            <ActionButton variant="secondary" onPress={close}>
              Cancel
            </ActionButton>
            <ActionButton
              unavailable={isComplete ? undefined : 'Choose what stays first.'}
              onPress={() => onAnswer(choices)}
            >
              Save
            </ActionButton>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface OneConflictProps {
  conflict: Conflict;
  programme: Programme;
  choice: Choice | undefined;
  onChoose(choice: Choice): void;
}

function OneConflict({ conflict, programme, choice, onChoose }: OneConflictProps) {
  const { edit } = conflict;
  const title = isList(edit.list) ? entryTitle(conflictFields(conflict, programme)) : PLACE_NAMES[edit.list];
  if (isFieldConflict(conflict)) {
    return <FieldConflict conflict={conflict} {...{ title, programme, choice, onChoose }} />;
  }
  const kind = isList(edit.list) ? ENTRY_NAMES[edit.list] : '';
  const { text, mine, theirs } = questionOf(conflict, kind);
  return (
    <section className={styles.conflict} aria-label={title}>
      <h3 className="written">{title}</h3>
      <p>{text}</p>
      <Choices
        label="What stays"
        options={[
          ['mine', mine],
          ['theirs', theirs],
        ]}
        value={typeof choice === 'string' ? choice : ('' as 'mine')} // Neither is chosen at first.
        onChange={onChoose}
      />
    </section>
  );
}

/** What happened to a whole entry, and what can be done about it. */
function questionOf({ edit, reason }: Conflict, kind: string): { text: string; mine: string; theirs: string } {
  if (edit.op === 'remove' && reason === 'changed') {
    return {
      text: `You removed this ${kind}. Another member has changed it meanwhile.`,
      mine: 'Remove it',
      theirs: 'Keep it',
    };
  }
  if (reason === 'gone') {
    const what = edit.op === 'set' ? `Your change of its ${fieldName(edit.field).toLowerCase()} is not lost.` : '';
    return {
      text: `Another member has removed this ${kind}. ${what}`,
      mine: 'Add it again with my change',
      theirs: 'Leave it removed',
    };
  }
  return {
    text: `Another member has added a ${kind} with the same id.`,
    mine: 'Add mine as well',
    theirs: 'Keep theirs only',
  };
}

type FieldConflictProps = OneConflictProps & {
  conflict: Parameters<typeof isFieldConflict>[0] & { edit: { field: string; to: unknown } };
  title: string;
};

/** The same field, with both texts. */
function FieldConflict({ conflict, title, programme, choice, onChoose }: FieldConflictProps) {
  const { edit, current } = conflict;
  if (edit.op !== 'set') return null;
  const isText = typeof (edit.to ?? current) === 'string';
  const both = union(edit.to, current);
  const merged = typeof choice === 'object' ? choice : undefined;
  const shown = (value: typeof current) => valueText(programme, edit.field, value) || 'Nothing';
  const name = fieldName(edit.field);
  return (
    <section className={styles.conflict} aria-label={`${title}: ${name}`}>
      <h3 className="written">
        {title}: {name}
      </h3>
      <dl className={styles.texts}>
        <div>
          <dt>Yours</dt>
          <dd className={`written ${styles.text}`}>{shown(edit.to)}</dd>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd className={`written ${styles.text}`}>{shown(current)}</dd>
        </div>
      </dl>
      <Choices
        label="What stays"
        options={[
          ['mine', 'Keep mine'],
          ['theirs', 'Take theirs'],
          ['merged', isText ? 'Write a merged text' : 'Keep both'],
        ]}
        value={typeof choice === 'object' ? 'merged' : (choice ?? ('' as 'mine'))} // None is chosen at first.
        onChange={(chosen) => onChoose(chosen === 'merged' ? { value: isText ? textOf(edit.to) : both } : chosen)}
      />
      {merged && isText && (
        <TextAreaField
          label={`Merged: ${name}`}
          rows={Math.min(12, Math.max(2, textOf(merged.value).split('\n').length + 1))}
          value={textOf(merged.value)}
          onInput={({ currentTarget }) => onChoose({ value: currentTarget.value })}
        />
      )}
      {merged && !isText && !isSameValue(both, edit.to) && <p className={`written ${styles.text}`}>{shown(both)}</p>}
    </section>
  );
}
