import { Component, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel.js';
import { kitTexts } from './texts.js';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Told once for every error. */
  readonly onError?: (error: unknown) => void;
  /** Shown in place of what failed; `reset` renders it anew. */
  readonly fallback?: (error: unknown, reset: () => void) => ReactNode;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error?: unknown;
}

/** Keeps an error while rendering inside its part of the screen: the rest stays usable, this part says what happened. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  readonly #reset = () => this.setState({ failed: false, error: undefined });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    if (this.props.fallback) return this.props.fallback(error, this.#reset);
    return (
      <ErrorPanel
        title={kitTexts.runtimeError}
        errors={[error instanceof Error ? error.message : String(error)]}
        onRetry={this.#reset}
      />
    );
  }
}
