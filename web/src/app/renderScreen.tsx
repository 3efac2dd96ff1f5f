import { prerender } from 'react-dom/static';
import { AppRoot } from './AppRoot.tsx';
import { createStore } from './createStore.ts';

/**
 * Renders a public screen as a guest sees it, without a browser.
 * @public called by the build (prerenderScreens.ts)
 */
export async function renderScreen(pathname: string): Promise<string> {
  const initial = { pathname, search: '', hash: '', state: null, key: '' };
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const { prelude } = await prerender(<AppRoot store={createStore()} initial={initial} />, { onError });
  const html = await new Response(prelude).text();
  // React would leave the failed part to the browser.
  if (errors.length > 0) throw new AggregateError(errors, `${pathname} was not rendered: ${errors.join(', ')}`);
  return html;
}
