/** The element `log-pipelines`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { pipelinesPages } from './pages.js';

export const LogPipelines = ({ route }: { readonly route: string }) => <Area pages={pipelinesPages} route={route} />;
