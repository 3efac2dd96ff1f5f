import { QUESTION_TYPES, type QuestionType } from '@companion/contract/question';
import type { MaybeValue } from '../page/fieldValue.ts';
import { QUESTION_TYPE_NAMES } from '../page/questionTypeNames.ts';
import { textOf } from './programmeEdits.ts';

/** The type that a field names; undefined where it names none yet. */
export const typeOf = (value: MaybeValue): QuestionType | undefined =>
  QUESTION_TYPES.find((type) => type === textOf(value));

export const typeName = (value: MaybeValue): string => {
  const type = typeOf(value);
  return type ? QUESTION_TYPE_NAMES[type] : 'Without a type';
};
