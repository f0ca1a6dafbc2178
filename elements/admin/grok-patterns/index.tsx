/** The element `log-grok-patterns` shows the page of the grok patterns; in the console the page has an address. */
import { Area } from '../../kit/area.js';
import { grokPages } from './pages.js';

export const LogGrokPatterns = ({ route }: { readonly route: string }) => <Area pages={grokPages} route={route} />;
