/** The element `log-pipelines` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { flowPages } from '../pipeline-flow/pages.js';
import { simulatorPages } from '../pipeline-simulator/pages.js';
import { pipelinesPages } from './pages.js';

const pages = [...pipelinesPages, ...simulatorPages, ...flowPages];

export const LogPipelines = ({ route }: { readonly route: string }) => <Area pages={pages} route={route} />;
