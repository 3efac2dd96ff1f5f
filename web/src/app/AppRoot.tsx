import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import type { Location } from '../router/browserHistory.ts';
import { RouterProvider } from '../router/RouterProvider.tsx';
import { App } from './App.tsx';
import type { createStore } from './createStore.ts';

/**
 * The whole app.
 * @param initial the location of a page that is rendered without a browser
 */
export const AppRoot = ({ store, initial }: { store: ReturnType<typeof createStore>; initial?: Location }) => (
  <StrictMode>
    <Provider store={store}>
      <RouterProvider initial={initial}>
        <App />
      </RouterProvider>
    </Provider>
  </StrictMode>
);
