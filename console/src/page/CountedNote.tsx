import type { PollResults } from '@companion/contract/live';

interface CountedNoteProps {
  /** Whose answers, votes or upvotes are shown. */
  counted: PollResults['counted'];
  className?: string | undefined;
}

/** Says where a number is not that of everyone. */
export const CountedNote = ({ counted, className }: CountedNoteProps) =>
  counted === 'confirmed' && <p className={className}>Confirmed attendees only</p>;
