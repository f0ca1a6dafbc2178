/** The element `log-extractors` shows the pages of an input's extractors; in the console each page has an address. */
import type { ReactNode } from 'react';
import { Area } from '../../kit/area.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ExtractIcon } from '../../kit/icons.js';
import { extractorsPages } from './pages.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

export interface LogExtractorsProps {
  /** Id of the input whose extractors are shown. */
  readonly entityId: string;
  /** Route of the displayed page; if empty, the list of the input's extractors is displayed. */
  readonly route: string;
}

export function LogExtractors({ entityId, route }: LogExtractorsProps): ReactNode {
  if (entityId === '' && route === '') return <EmptyState icon={<ExtractIcon />} title={texts.noInput} />;
  return <Area pages={extractorsPages} route={route === '' ? routes.list({ inputId: entityId }) : route} />;
}
