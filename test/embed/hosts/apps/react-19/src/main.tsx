import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from './portal-page.js';
import { settings } from './portal.js';

const given = await settings();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Portal {...given} />
  </StrictMode>,
);
