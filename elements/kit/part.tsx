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
 * Small part of a page that loads its script on demand, such as its buttons. If it fails, a retry button replaces it;
 * the surrounding page stays as it is.
 */
export function Part({ fallback = null, children }: PartProps): ReactNode {
  return (
    <ErrorBoundary fallback={(error, reset) => <Failed error={error} onRetry={reset} />}>
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
