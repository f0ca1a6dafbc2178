import { makeStyles } from '@griffel/react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useConnection } from '../element/connection-context.js';
import { ErrorBoundary } from './error-boundary.js';
import { ErrorPanel } from './error-panel.js';
import { FeedbackContext, Feedback, type Toast } from './feedback.js';
import { Float } from './float.js';
import { IconButton } from './icon-button.js';
import { CloseIcon } from './icons.js';
import { lazyPart } from './lazy-part.js';
import { Suspense } from './suspense.js';
import { kitTexts } from './texts.js';
import { tokens } from './tokens.js';

const Toasts = lazyPart(() => import('./toasts.js'), 'Toasts');
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.js'), 'ConfirmDialog');

/**
 * Provides and renders the toasts and confirmations of an element. Their components are loaded on demand; the toasts
 * and questions are cleared when the session ends.
 */
export function FeedbackProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [feedback] = useState(() => new Feedback());
  const { session } = useConnection();
  useEffect(() => {
    const ended = session.on('signedOut', () => feedback.clear());
    return () => ended.unsubscribe();
  }, [session, feedback]);
  const { toasts, question } = useSyncExternalStore(feedback.subscribe, feedback.snapshot);
  const closeAll = (reset: () => void) => {
    for (const { id } of toasts) feedback.dismiss(id);
    reset();
  };
  return (
    <FeedbackContext value={feedback}>
      {children}
      {/* Without a network, the component of the toasts that report the failure cannot be loaded either. */}
      <ErrorBoundary fallback={(_error, reset) => <PlainToasts toasts={toasts} onClose={() => closeAll(reset)} />}>
        {toasts.length > 0 && (
          <Suspense fallback={null}>
            <Toasts toasts={toasts} onDismiss={(id) => feedback.dismiss(id)} />
          </Suspense>
        )}
      </ErrorBoundary>
      <Float onFailed={() => question?.answer(false)}>
        {question && <ConfirmDialog key={question.id} question={question} />}
      </Float>
    </FeedbackContext>
  );
}

const useStyles = makeStyles({
  plain: {
    position: 'fixed',
    right: '16px',
    bottom: '16px',
    zIndex: 1070,
    display: 'flex',
    alignItems: 'flex-start',
    padding: '4px',
    maxWidth: 'min(360px, calc(100% - 32px))',
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.float,
  },
});

/** Renders a plain replacement for the component of toasts, if that failed to load. */
function PlainToasts({ toasts, onClose }: { readonly toasts: readonly Toast[]; readonly onClose: () => void }) {
  const styles = useStyles();
  return (
    <div className={styles.plain} role="region" aria-label={kitTexts.notifications}>
      <div>
        {toasts.map(({ id, title, text }) => (
          <ErrorPanel key={id} title={title}>
            {text}
          </ErrorPanel>
        ))}
      </div>
      <IconButton label={kitTexts.close} icon={<CloseIcon />} size="small" quiet onClick={onClose} />
    </div>
  );
}
