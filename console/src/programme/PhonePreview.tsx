import { SCALE_ENDS } from '@companion/contract/constants';
import { choicesOf } from '@companion/contract/pollFigures';
import type { QuestionType } from '@companion/contract/question';
import { AnswerChoices } from '@companion/web/ui/AnswerChoices.tsx';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { useId, useState } from 'react';
import styles from './PhonePreview.module.css';

interface PhonePreviewProps {
  question: string;
  type: QuestionType | undefined;
  options: string[];
}

/** The question as a phone asks it, with the app's own controls: its choices can be tried, and nothing is sent. */
export function PhonePreview({ question, type, options }: PhonePreviewProps) {
  const id = useId();
  // What is still empty, or there twice, is no choice yet.
  const labels = type
    ? choicesOf({ questionTypes: type, options: [...new Set(options.filter((one) => one.trim()))] })
    : [];
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h2 id={id} className={styles.caption}>
        As phones show it
      </h2>
      <div className={styles.phone}>
        <p className={`written ${styles.question}`}>{question || 'Your question'}</p>
        {type === 'comment' ? (
          <TextAreaField label="Your answer" rows={5} />
        ) : (
          <div>
            <TriedChoices key={`${type} ${labels.length}`} type={type ?? ''} labels={labels} />
          </div>
        )}
        {/* A picture of the button: there is nothing to send. */}
        <span aria-hidden="true" className={buttonClass()}>
          Send Answer
        </span>
      </div>
    </section>
  );
}

function TriedChoices({ type, labels }: { type: string; labels: string[] }) {
  const name = useId();
  const [chosen, setChosen] = useState<number[]>([]);
  const choose = (index: number) => {
    if (type !== 'multiple-options') setChosen([index]);
    else setChosen(chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index]);
  };
  return (
    <AnswerChoices
      type={type}
      labels={labels}
      ends={SCALE_ENDS}
      name={name}
      isChosen={(index) => chosen.includes(index)}
      onChoose={choose}
    />
  );
}
