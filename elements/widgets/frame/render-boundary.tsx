import { Component, type ReactNode } from 'react';
import { ErrorPanel } from '../../kit/error-panel.js';
import { renewParts } from '../../kit/lazy-part.js';
import { texts } from '../texts.js';

export interface RenderBoundaryProps {
  /** After a failure, a change of this key, such as a new result, renders the children again. */
  readonly resetKey: unknown;
  readonly children: ReactNode;
  /** Wraps the error message that replaces the children. */
  readonly frame?: ((message: ReactNode) => ReactNode) | undefined;
}
interface BoundaryState {
  readonly failure: { readonly description: string } | undefined;
  readonly resetKey: unknown;
}

/** Limits a rendering failure to one widget (spec 2 §8, "Render"). */
export class RenderBoundary extends Component<RenderBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { description: error instanceof Error ? error.message : String(error) } };
  }

  static getDerivedStateFromProps(props: RenderBoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(props.resetKey, state.resetKey) ? null : { failure: undefined, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const message = (
      <ErrorPanel
        title={texts.renderError}
        errors={[failure.description]}
        onRetry={() => {
          renewParts();
          this.setState({ failure: undefined });
        }}
      />
    );
    return this.props.frame ? this.props.frame(message) : message;
  }
}
