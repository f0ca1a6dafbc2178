/** The element `log-grok-patterns`; the console shows the same page by address. */
import { Area } from '../../kit/area.js';
import { grokPages } from './pages.js';

export const LogGrokPatterns = ({ route }: { readonly route: string }) => <Area pages={grokPages} route={route} />;
