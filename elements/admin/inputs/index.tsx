/** The element `log-inputs`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { inputsPages } from './pages.js';

export const LogInputs = ({ route }: { readonly route: string }) => <Area pages={inputsPages} route={route} />;
