import { Button } from '../ui/Button.tsx';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';

interface EmptyFilterProps {
  /** The label of the filter's button. */
  label: string | undefined;
  onClear: () => void;
}

/** Shows when the agenda has sessions, but none matches the filter. */
export function EmptyFilter({ label, onClear }: EmptyFilterProps) {
  const clear = () => {
    // The focused button disappears with this message, so the filter's button gets the focus.
    document.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    onClear();
  };
  return (
    <Message icon={<AgendaIcon />} action={<Button onClick={clear}>Show the whole agenda</Button>}>
      <p>There are no sessions under {label}.</p>
    </Message>
  );
}
