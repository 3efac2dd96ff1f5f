import type { QuestionType } from '@companion/contract/question';

/** The types of questions, as the staff reads them. */
export const QUESTION_TYPE_NAMES: Record<QuestionType, string> = {
  'yes-no': 'Yes or no',
  'range-face-5': 'Five faces',
  'range-number-5': '1 to 5',
  options: 'One of several',
  'multiple-options': 'Multiple choice',
  comment: 'Free text',
};

/** Whether the choices of such a question are its own. */
export const hasOptions = (type: string | undefined): boolean => type === 'options' || type === 'multiple-options';
