import { render } from 'solid-js/web';
import { Portal } from './portal-page.js';
import { settings } from './portal.js';

const given = await settings();
render(() => <Portal {...given} />, document.getElementById('app') as HTMLElement);
