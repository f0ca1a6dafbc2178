/** The element `log-outputs`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { outputsPages } from './pages.js';

export const LogOutputs = ({ route }: { readonly route: string }) => <Area pages={outputsPages} route={route} />;
