import { render } from 'solid-js/web';
import { Portal } from './portal-page';
import { settings } from './portal';

const given = await settings();
render(() => <Portal {...given} />, document.getElementById('app') as HTMLElement);
