import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { sharedError } from '../../machines/search-execution/shared-error.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';
import type { AreaLayout } from './view-area.js';
import type { ViewPageActor } from './view-page.js';
import { SharedErrorContext } from './widget/widget-result.js';

const SharedErrorNotice = lazyPart(() => import('./shared-error-notice.js'), 'SharedErrorNotice');

interface SharedErrorsProps {
  readonly page: ViewPageActor;
  readonly layout: AreaLayout;
  /** False lets each widget show its own errors; true by default. */
  readonly enabled?: boolean;
  readonly children: ReactNode;
}

/** Shows an error that all widgets of the page have in common once, above the widgets, instead of in each widget. */
export function SharedErrors({ page, layout, enabled = true, children }: SharedErrorsProps): ReactNode {
  const execution = useSelector(page, ({ context }) => context.execution);
  const found = useSelector(execution, (one) => sharedError(one.context, one.matches({ run: 'running' })));
  const shared = enabled ? found : undefined;
  return (
    <>
      {shared != null && (
        <Part>
          <SharedErrorNotice error={shared} layout={layout} />
        </Part>
      )}
      <SharedErrorContext value={shared}>{children}</SharedErrorContext>
    </>
  );
}
