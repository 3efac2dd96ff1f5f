import { useStore } from 'react-redux';
import { loadSender } from './makeWrite.ts';
import type { WriteSender } from './writeSender.ts';

/** Returns a function that loads the sender of unsent writes. */
export function useSender(): () => Promise<WriteSender> {
  const store = useStore();
  return async () => (await loadSender()).senderOf(store);
}
