/** The element `log-grok-patterns`, which shows the page of the grok patterns; the console shows it by address. */
import { Area } from '../../kit/area.js';
import { grokPages } from './pages.js';

export const LogGrokPatterns = ({ route }: { readonly route: string }) => <Area pages={grokPages} route={route} />;
