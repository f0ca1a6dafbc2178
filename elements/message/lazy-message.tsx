/** Loads the view of a single message lazily: the element paints and requests the session first. */
import type { ReactNode } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import type { LogMessageProps } from './log-message.js';

const Page = lazyPart(
  () => import('./log-message.js').then(({ LogMessage: page }) => ({ LogMessage: page })),
  'LogMessage',
);

export function LogMessage(props: LogMessageProps): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <Page {...props} />
    </Suspense>
  );
}
