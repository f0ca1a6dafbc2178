/** The element `log-outputs`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { outputsPages } from './pages.js';

export const LogOutputs = ({ route }: { readonly route: string }) => <Area pages={outputsPages} route={route} />;
