import type { ReactNode } from 'react';
import { ErrorBoundary, isNothing } from './error-boundary.js';
import { IconButton } from './icon-button.js';
import { RetryIcon } from './icons.js';
import { LoadingFailed } from './lazy-part.js';
import { Suspense } from './suspense.js';
import { kitTexts } from './texts.js';

export interface PartProps {
  /** Shown while the part is loading. */
  readonly fallback?: ReactNode;
  /** Shown before the retry button if the part has failed: what the part would have replaced. */
  readonly instead?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Wraps a small part of a page whose script is loaded on demand, such as its buttons. If the part fails, a retry button
 * replaces it; the surrounding page is not affected.
 */
export function Part({ fallback = null, instead, children }: PartProps): ReactNode {
  return (
    <ErrorBoundary
      fallback={(error, reset) => (
        <>
          {instead}
          <Failed error={error} onRetry={reset} />
        </>
      )}
    >
      {isNothing(children) ? null : <Suspense fallback={fallback}>{children}</Suspense>}
    </ErrorBoundary>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <IconButton
      size="small"
      icon={<RetryIcon />}
      label={kitTexts.partRetry(error instanceof LoadingFailed ? kitTexts.partFailedTitle : reason)}
      onClick={onRetry}
    />
  );
}
