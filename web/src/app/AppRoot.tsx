import { type ReactNode, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { App } from './App.tsx';
import type { createStore } from './createStore.ts';

type Store = ReturnType<typeof createStore>;

interface AppRootProps {
  store: Store;
  /** The state with which the app starts. HTML that is hydrated shows it, whatever has arrived in the meantime. */
  atStart: ReturnType<Store['getState']>;
  /** Provides the location: the browser's, or that of a page that is rendered without one. */
  router: (app: ReactNode) => ReactNode;
}

/** The whole app. */
export const AppRoot = ({ store, atStart, router }: AppRootProps) => (
  <StrictMode>
    <Provider store={store} serverState={atStart}>
      {router(<App />)}
    </Provider>
  </StrictMode>
);
