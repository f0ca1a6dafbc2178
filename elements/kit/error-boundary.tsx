import { Children, Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel.js';
import { LoadingFailed, renewParts } from './lazy-part.js';
import { kitTexts } from './texts.js';

export interface ErrorBoundaryProps {
  readonly children?: ReactNode;
  /** Called once for every error. */
  readonly onError?: (error: unknown) => void;
  /** Shown in place of what failed; `reset` renders it anew. The components that it happened in are known a moment later. */
  readonly fallback?: (error: unknown, reset: () => void, componentStack?: string) => ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error?: unknown;
  readonly componentStack?: string | undefined;
}

/**
 * Keeps an error inside its part of the screen, at render, in an effect or at clean-up: the rest stays usable, this part
 * says what happened. What a part throws at its own clean-up reaches the boundary that stays: stand around the place, not
 * only around what comes and goes there.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: true, error };
  }

  /** A failure of removed children is no failure of the next ones. */
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

/** @returns whether there is nothing to show, such as what is only there while it is open */
export const isNothing = (children: ReactNode): boolean => Children.toArray(children).length === 0;
