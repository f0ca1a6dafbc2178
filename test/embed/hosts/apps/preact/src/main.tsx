import { render } from 'preact';
import { Portal } from './portal-page.js';
import { settings } from './portal.js';

render(<Portal {...await settings()} />, document.getElementById('app') as HTMLElement);
