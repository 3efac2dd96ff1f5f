import { noticeDone, noticeProblem } from '../api/notices.ts';
import { ActionButton } from './ActionButton.tsx';

/** Copies a text that is shown next to it. @param what it is: `the link` */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => noticeDone(`Copied ${what}.`),
      () => noticeProblem(`The browser does not allow copying. Select ${what}, and copy by hand.`),
    );
  return (
    <ActionButton variant="secondary" onPress={() => void copy()}>
      Copy {what}
    </ActionButton>
  );
}
