import type { ReactNode } from 'react';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Suspense } from '../kit/suspense.js';

const AlertMarksSource = lazyPart(() => import('../alert-marks/index.js'), 'AlertMarksSource');

/** Adds alert marks to the charts of the page; a failure of this optional part is ignored. */
export function LateAlertMarks(): ReactNode {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <AlertMarksSource />
      </Suspense>
    </ErrorBoundary>
  );
}
