import { Component, type ReactNode } from 'react';

interface CleanUpBoundaryProps {
  readonly children?: ReactNode;
}

interface CleanUpBoundaryState {
  readonly failed: boolean;
  readonly error?: unknown;
}

/** Number of consecutive failed renders without new content after which the boundary gives up. */
const mostErrors = 3;

/**
 * Error boundary for a place where content replaces other content, such as pages. When content throws during its
 * clean-up, it has already been removed, so React passes the error to the nearest boundary that remains. This boundary
 * then renders its children again; it should therefore contain the content, with an error boundary of its own, and
 * little else.
 */
export class CleanUpBoundary extends Component<CleanUpBoundaryProps, CleanUpBoundaryState> {
  override state: CleanUpBoundaryState = { failed: false };
  #errors = 0;
  /** True while the children are being rendered again, so that a further failure is counted. */
  #renewing = false;

  static getDerivedStateFromError(error: unknown): CleanUpBoundaryState {
    return { failed: true, error };
  }

  override componentDidMount(): void {
    if (this.state.failed) this.#errors += 1;
  }

  /** Counts failed updates and not errors, because an update may bring many errors, one from each removed component. */
  override componentDidUpdate(before: CleanUpBoundaryProps, state: CleanUpBoundaryState): void {
    if (before.children !== this.props.children) this.#errors = 0;
    if (this.state.failed && (!state.failed || this.#renewing)) this.#errors += 1;
    this.#renewing = false;
  }

  override componentDidCatch(): void {
    // All children are unmounted at this point, so they can be rendered anew.
    this.#renewing = this.#errors <= mostErrors;
    if (this.#renewing) this.setState({ failed: false, error: undefined });
    else this.forceUpdate();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // An error that occurs again and again comes from the content and not from its clean-up, so it is passed on.
    if (this.#errors > mostErrors) throw this.state.error;
    return null;
  }
}
