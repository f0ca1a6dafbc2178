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
  readonly children?: ReactNode;
}

/**
 * Wraps a small part of a page whose script is loaded on demand, such as its buttons. If the part fails, a retry button
 * replaces it; the surrounding page is not affected.
 */
export function Part({ fallback = null, children }: PartProps): ReactNode {
  return (
    <ErrorBoundary fallback={(error, reset) => <FailedPart error={error} onRetry={reset} />}>
      {isNothing(children) ? null : <Suspense fallback={fallback}>{children}</Suspense>}
    </ErrorBoundary>
  );
}

/** Renders the retry button in place of a part that has failed. */
export function FailedPart({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
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
