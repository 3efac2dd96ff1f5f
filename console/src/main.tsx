import '@companion/web/ui/tokens.css';
import '@companion/web/ui/base.css';
import './page/console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { store } from './api/store.ts';
import { watchServer } from './api/watchServer.ts';
import { App } from './app/App.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
watchServer();
createRoot(element).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
);
