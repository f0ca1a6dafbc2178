import { hydrateRoot } from 'react-dom/client';
import { Portal } from './portal-page';
import { settings } from './portal';

hydrateRoot(document.getElementById('app') as HTMLElement, <Portal {...await settings()} />);
