import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../../kit/error-boundary.js';
import { lazyPart } from '../../../kit/lazy-part.js';
import { Suspense } from '../../../kit/suspense.js';
import type { AlertMarkLayerProps } from './alert-mark-layer.js';

const AlertMarkLayer = lazyPart(() => import('./alert-mark-layer.js'), 'AlertMarkLayer');

/**
 * Renders the alert marks of a time chart, whose code is loaded once there are alerts or a range is to be marked; if
 * that fails, the chart works without marks.
 */
export function AlertMarkPlace(props: AlertMarkLayerProps): ReactNode {
  return (
    (props.alerts.length > 0 || props.marking) && (
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>
          <AlertMarkLayer {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}
