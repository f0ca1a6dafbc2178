import { Component, useContext, type ReactNode } from 'react';
import { FeedbackContext, type Feedback } from './feedback.js';
import { LoadingFailed } from './lazy-part.js';
import { Suspense } from './suspense.js';
import { kitTexts } from './texts.js';

export interface FloatProps {
  /** Called when it could not be loaded: whoever opened it counts it as closed, and takes back the focus. */
  readonly onFailed: () => void;
  readonly children?: ReactNode;
}

/**
 * Around a menu, dialog or pop-over whose script comes at first need. One that cannot be loaded, without a network or after
 * the page was replaced on the server, is said in a toast; the page underneath stays as it is.
 */
export function Float({ onFailed, children }: FloatProps): ReactNode {
  const feedback = useContext(FeedbackContext);
  return (
    <Boundary feedback={feedback} onFailed={onFailed}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}

interface BoundaryProps extends FloatProps {
  readonly feedback: Feedback | undefined;
}

class Boundary extends Component<BoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof LoadingFailed)) return;
    this.props.feedback?.toast('error', kitTexts.partFailed(error.message), kitTexts.partFailedTitle);
    this.props.onFailed();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof LoadingFailed) return null;
    // What goes wrong inside is for those around it.
    throw error;
  }
}
