import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from './portal-page';
import { settings } from './portal';

const given = await settings();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Portal {...given} />
  </StrictMode>,
);
