import { toastDone, toastProblem } from '../api/toasts.ts';
import { ActionButton } from './ActionButton.tsx';

/** Copies a text that is shown next to it. @param what it is: `the link` */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toastDone(`Copied ${what}.`),
      () => toastProblem(`The browser does not allow copying. Select ${what}, and copy by hand.`),
    );
  return (
    <ActionButton variant="secondary" onPress={() => void copy()}>
      Copy {what}
    </ActionButton>
  );
}
