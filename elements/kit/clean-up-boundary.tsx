import { Component, type ReactNode } from 'react';

interface CleanUpBoundaryProps {
  readonly children?: ReactNode;
}

interface CleanUpBoundaryState {
  readonly failed: boolean;
  readonly error?: unknown;
}

/** After this many renders in a row that fail without new content, the boundary gives up. */
const mostErrors = 3;

/**
 * Around a place where one thing follows another, as pages do. What throws in its clean-up has left already and is gone;
 * React gives the error to the nearest boundary that stays, and that has to show its children anew. So it should hold what
 * follows, with a boundary of its own inside, and little else.
 */
export class CleanUpBoundary extends Component<CleanUpBoundaryProps, CleanUpBoundaryState> {
  override state: CleanUpBoundaryState = { failed: false };
  #errors = 0;
  /** Renders its children again; if that also fails, the new error is thrown. */
  #renewing = false;

  static getDerivedStateFromError(error: unknown): CleanUpBoundaryState {
    return { failed: true, error };
  }

  override componentDidMount(): void {
    if (this.state.failed) this.#errors += 1;
  }

  /** One turn may bring many errors: of everything that has left. */
  override componentDidUpdate(before: CleanUpBoundaryProps, state: CleanUpBoundaryState): void {
    if (before.children !== this.props.children) this.#errors = 0;
    if (this.state.failed && (!state.failed || this.#renewing)) this.#errors += 1;
    this.#renewing = false;
  }

  override componentDidCatch(): void {
    // All has been taken down by now, with what else it threw.
    this.#renewing = this.#errors <= mostErrors;
    if (this.#renewing) this.setState({ failed: false, error: undefined });
    else this.forceUpdate();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // The error comes from the content and not from its clean-up, so the surrounding boundary handles it.
    if (this.#errors > mostErrors) throw this.state.error;
    return null;
  }
}
