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
 * Error boundary for a place where content replaces other content, such as pages. Content that throws during its
 * clean-up has already been removed; React passes the error to the nearest remaining boundary, which must render its
 * children again. The boundary should therefore contain the replaced content with its own inner boundary, and little
 * else.
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

  /** One update may bring many errors, one from each removed component. */
  override componentDidUpdate(before: CleanUpBoundaryProps, state: CleanUpBoundaryState): void {
    if (before.children !== this.props.children) this.#errors = 0;
    if (this.state.failed && (!state.failed || this.#renewing)) this.#errors += 1;
    this.#renewing = false;
  }

  override componentDidCatch(): void {
    // By now all children are unmounted, including any others that threw.
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
