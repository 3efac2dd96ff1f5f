import { Button } from '../ui/Button.tsx';
import { AgendaIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';

interface EmptyFilterProps {
  /** Of the filter's button. */
  label: string | undefined;
  onLift: () => void;
}

/** The agenda has sessions, but none that the filter leaves. */
export function EmptyFilter({ label, onLift }: EmptyFilterProps) {
  const lift = () => {
    // This message goes, and with it the button that has the focus: the filter's own button takes it.
    document.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    onLift();
  };
  return (
    <Message icon={<AgendaIcon />} action={<Button onClick={lift}>Show the whole agenda</Button>}>
      <p>There are no sessions under {label}.</p>
    </Message>
  );
}
