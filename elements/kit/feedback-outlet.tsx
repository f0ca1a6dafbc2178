import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useConnection } from '../element/connection-context.js';
import { FeedbackContext, Feedback } from './feedback.js';
import { lazyPart } from './lazy-part.js';
import { Suspense } from './suspense.js';

const Toasts = lazyPart(() => import('./toasts.js'), 'Toasts');
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.js'), 'ConfirmDialog');

/** Around everything of an element: shows its toasts and confirmations, loaded at first need; they end with the session. */
export function FeedbackProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [feedback] = useState(() => new Feedback());
  const { session } = useConnection();
  useEffect(() => {
    const ended = session.on('signedOut', () => feedback.clear());
    return () => ended.unsubscribe();
  }, [session, feedback]);
  const { toasts, question } = useSyncExternalStore(feedback.subscribe, feedback.snapshot);
  return (
    <FeedbackContext value={feedback}>
      {children}
      <Suspense fallback={null}>
        {toasts.length > 0 && <Toasts toasts={toasts} onDismiss={(id) => feedback.dismiss(id)} />}
      </Suspense>
      <Suspense fallback={null}>{question && <ConfirmDialog key={question.id} question={question} />}</Suspense>
    </FeedbackContext>
  );
}
