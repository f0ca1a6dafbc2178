/** The element `log-outputs`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { outputsPages } from './pages.js';

export const LogOutputs = ({ route }: { readonly route: string }) => <Area pages={outputsPages} route={route} />;
