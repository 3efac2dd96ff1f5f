import { COMMENT_MAX } from '@companion/contract/constants';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import type { AnswerControlProps } from './AnswerControlProps.ts';

/** A free text in 5 rows (§2). */
export function CommentAnswer({ answer, onChange, isReadOnly }: AnswerControlProps) {
  return (
    <TextAreaField
      label="Your answer"
      rows={5}
      maxLength={COMMENT_MAX}
      autoCapitalize="sentences"
      value={answer.comment}
      readOnly={isReadOnly}
      onChange={(event) => onChange({ answers: [], comment: event.currentTarget.value })}
    />
  );
}
