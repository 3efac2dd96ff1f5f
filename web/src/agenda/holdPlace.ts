import { flushSync } from 'react-dom';

/**
 * Changes the page above an element, which stays where it is on the screen: nothing that is being read moves. The browsers'
 * own scroll anchoring does nothing at the top of a page, and Safari has none.
 * @param find the element, before the change and after it
 * @param covered how much of the screen's top is covered; an element below the screen moves to this line
 */
export function holdPlace(find: () => Element | null, covered: number, change: () => void): void {
  const before = find()?.getBoundingClientRect().top;
  flushSync(change);
  const after = find()?.getBoundingClientRect().top;
  if (before === undefined || after === undefined) return;
  window.scrollBy(0, after - (before < window.innerHeight ? before : covered));
}
