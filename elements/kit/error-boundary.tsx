import { Children, Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel.js';
import { LoadingFailed, renewParts } from './lazy-part.js';
import { kitTexts } from './texts.js';

export interface ErrorBoundaryProps {
  readonly children?: ReactNode;
  /** Called once for every error. */
  readonly onError?: (error: unknown) => void;
  /**
   * Renders the content in place of failed children; `reset` renders the children again. The component stack is
   * undefined in the first call and is passed in a second call.
   */
  readonly fallback?: (error: unknown, reset: () => void, componentStack?: string) => ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error?: unknown;
  readonly componentStack?: string | undefined;
}

/**
 * Limits an error in rendering, effects or clean-up to a part of the screen: this part shows the error, and the rest
 * stays usable. An error during the clean-up of removed content reaches the nearest boundary that remains, so the
 * boundary must be placed around the whole slot and not only around its changing content.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: true, error };
  }

  /** Clears the failure when there are no children any more, so that new children do not inherit it. */
  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return state.failed && isNothing(props.children)
      ? { failed: false, error: undefined, componentStack: undefined }
      : null;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (this.props.fallback && componentStack) this.setState({ componentStack });
    this.props.onError?.(error);
  }

  readonly #reset = () => {
    renewParts();
    this.setState({ failed: false, error: undefined, componentStack: undefined });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { error, componentStack } = this.state;
    if (this.props.fallback) return this.props.fallback(error, this.#reset, componentStack);
    const reason = error instanceof Error ? error.message : String(error);
    return error instanceof LoadingFailed ? (
      <ErrorPanel title={kitTexts.partFailedTitle} errors={[kitTexts.partFailed(reason)]} onRetry={this.#reset} />
    ) : (
      <ErrorPanel title={kitTexts.runtimeError} errors={[reason]} onRetry={this.#reset} />
    );
  }
}

/** Returns true if there are no children to render, as for a closed dialog. */
export const isNothing = (children: ReactNode): boolean => Children.toArray(children).length === 0;
