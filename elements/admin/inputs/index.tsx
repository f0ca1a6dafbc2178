/** The element `log-inputs` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { inputsPages } from './pages.js';

export const LogInputs = ({ route }: { readonly route: string }) => <Area pages={inputsPages} route={route} />;
