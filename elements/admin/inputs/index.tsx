/** The element `log-inputs`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { inputsPages } from './pages.js';

export const LogInputs = ({ route }: { readonly route: string }) => <Area pages={inputsPages} route={route} />;
