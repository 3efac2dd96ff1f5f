import './ui/tokens.css';
import './ui/base.css';
import './app/boot.css';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { App } from './app/App.tsx';
import { createStore } from './app/createStore.ts';
import { RouterProvider } from './router/RouterProvider.tsx';
import { syncTabs } from './session/syncTabs.ts';
import { watchNetwork } from './session/watchNetwork.ts';

const store = createStore();
watchNetwork(store);
syncTabs(store);
// Lets queries fetch again when the page gets the focus or the network is back.
setupListeners(store.dispatch);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider>
        <App />
      </RouterProvider>
    </Provider>
  </StrictMode>,
);
