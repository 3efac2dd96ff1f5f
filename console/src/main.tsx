import '@companion/web/ui/tokens.css';
import '@companion/web/ui/base.css';
import './page/console.css';
import { watchReachability } from '@companion/client/network/watchReachability';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { readEventInfo } from './api/eventInfo.ts';
import { isReachable, reachability } from './api/reachability.ts';
import { readAgain, STAFF_READS, store } from './api/store.ts';
import { App } from './app/App.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

// Polling follows whether anyone sees the page.
setupListeners(store.dispatch);
watchReachability(reachability, isReachable.set);
// What failed, or may have changed, while the server was away.
reachability.onReachable(() => readAgain(STAFF_READS, 'repeat'));

/** Without the event for so long, times are in the browser's own zone until it arrives. */
const EVENT_TIMEOUT_MS = 3000;

// Times are those of the event's zone from the first screen on.
void Promise.race([readEventInfo(), new Promise((resolve) => setTimeout(resolve, EVENT_TIMEOUT_MS))]).then(() =>
  createRoot(element).render(
    <StrictMode>
      <Provider store={store}>
        <App />
      </Provider>
    </StrictMode>,
  ),
);
