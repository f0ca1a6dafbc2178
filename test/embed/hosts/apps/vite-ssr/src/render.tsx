/** The server's part: the same component as a text. */
import { renderToString } from 'react-dom/server';
import { Portal } from './portal-page';
import type { Settings } from './portal';

export const render = (given: Settings): string => renderToString(<Portal {...given} />);
