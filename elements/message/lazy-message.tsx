/** One message, loaded behind the element so that it can paint and ask for the session first. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Loading } from '../kit/loading.js';
import type { LogMessageProps } from './log-message.js';

const Page = lazy(() => import('./log-message.js').then(({ LogMessage }) => ({ default: LogMessage })));

export function LogMessage(props: LogMessageProps): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <Page {...props} />
    </Suspense>
  );
}
