/** Renders the component to HTML on the server. */
import { renderToString } from 'react-dom/server';
import { Portal } from './portal-page';
import type { Settings } from './portal';

export const render = (given: Settings): string => renderToString(<Portal {...given} />);
