import { render } from 'preact';
import { Portal } from './portal-page';
import { settings } from './portal';

render(<Portal {...await settings()} />, document.getElementById('app') as HTMLElement);
