import '@companion/web/ui/tokens.css';
import '@companion/web/ui/base.css';
import './page/console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
createRoot(element).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
