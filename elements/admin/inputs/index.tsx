/** The element `log-inputs`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { inputsPages } from './pages.js';

export const LogInputs = ({ route }: { readonly route: string }) => <Area pages={inputsPages} route={route} />;
