import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { Link } from 'react-router';
import { countText } from '../page/countText.ts';
import rowStyles from '../page/OrderButtons.module.css';
import { ORDER_KEYS, OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import { hasOptions } from '../page/questionTypeNames.ts';
import { paths } from '../paths.ts';
import { EntryBadges } from './EntryBadges.tsx';
import { useEdit } from './editProgramme.tsx';
import { moveEdit } from './moveEdit.ts';
import { textsOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import styles from './QuestionList.module.css';
import { typeName, typeOf } from './questionTypes.ts';
import type { Draft } from './useProgramme.ts';

/** The questions of one campaign in the order in which they are asked: buttons and Alt with an arrow key move them. */
export function QuestionList({ draft, questions }: { draft: Draft; questions: ProgrammeEntry[] }) {
  const { edit } = useEdit();
  const move = (question: ProgrammeEntry, by: 1 | -1) => {
    const moved = moveEdit('questions', draft.programme.questions.map(idOf), questions.map(idOf), question.id, by);
    if (moved) void edit([moved], `“${entryTitle(question)}” is moved.`);
  };
  if (questions.length === 0) return <p className={styles.none}>It has no questions yet.</p>;
  return (
    <ol className={styles.list}>
      {questions.map((question, index) => (
        // The row keeps the focus at its new place: it is the same element.
        <li key={question.id} className={styles.row} onKeyDown={orderKeys((by) => move(question, by))}>
          <span className={rowStyles.number}>{index + 1}</span>
          <div className={rowStyles.text}>
            <Link
              to={paths.question(question.id)}
              className={`written ${rowStyles.link}`}
              aria-keyshortcuts={ORDER_KEYS}
            >
              {entryTitle(question)}
            </Link>
            <span className={styles.type}>
              {typeName(question.type)}
              {hasOptions(typeOf(question.type)) && `, ${countText(textsOf(question.options).length, 'option')}`}
            </span>
            <EntryBadges draft={draft} list="questions" id={question.id} />
          </div>
          <span className={styles.buttons}>
            <OrderButtons
              name={entryTitle(question)}
              isFirst={index === 0}
              isLast={index === questions.length - 1}
              onMove={(by) => move(question, by)}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

const idOf = ({ id }: ProgrammeEntry): string => id;
