/** Renders the placeholder of `log-widget`: the element paints at once and loads the widget afterwards. */
import type { ReactNode } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import type { LogWidgetProps } from './log-widget.js';

const Page = lazyPart(
  () => import('./log-widget.js').then(({ LogWidget: page }) => ({ LogWidget: page })),
  'LogWidget',
);

export function LogWidget(props: LogWidgetProps): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <Page {...props} />
    </Suspense>
  );
}
