import { Component, useContext, useEffect, useEffectEvent, type ReactNode } from 'react';
import { deepActiveElement } from '../element/document-proxy.js';
import { isFocusLost } from '../element/focus-keeper.js';
import { useIsAway } from '../element/kept-page.js';
import { isNothing } from './error-boundary.js';
import { FeedbackContext, type Feedback } from './feedback.js';
import { LoadingFailed, renewParts } from './lazy-part.js';
import { Suspense } from './suspense.js';
import { kitTexts } from './texts.js';

export interface FloatProps {
  /** Called when the popup failed: the opener must treat it as closed and take the focus back. */
  readonly onFailed: () => void;
  /** Content of the popup; null while it is closed. */
  readonly children?: ReactNode;
}

/**
 * Renders an error boundary around a popup: a menu, dialog or pop-over. Callers render it even while the popup is
 * closed, so that it also catches errors thrown while the popup is removed. A popup that cannot be loaded (without a
 * network, or after an update of the server) or that throws is reported in a toast and counts as closed; the page
 * underneath is not affected. The next popup opened in this boundary is rendered from scratch.
 */
export function Float({ onFailed, children }: FloatProps): ReactNode {
  const feedback = useContext(FeedbackContext);
  return (
    <Boundary feedback={feedback} onFailed={onFailed}>
      {isNothing(children) ? null : <Suspense fallback={null}>{children}</Suspense>}
    </Boundary>
  );
}

interface BoundaryProps extends FloatProps {
  readonly feedback: Feedback | undefined;
}

class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { readonly failed: boolean }) {
    return state.failed && isNothing(props.children) ? { failed: false } : null;
  }

  override componentDidCatch(error: unknown): void {
    // The popup is already closed, so the user need not be told that it failed to load or to close.
    if (isNothing(this.props.children)) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.props.feedback?.toast(
      'error',
      error instanceof LoadingFailed ? kitTexts.partFailed(reason) : reason,
      kitTexts.partFailedTitle,
    );
    renewParts();
    this.props.onFailed();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

/** One object for each open popup that uses `useEarlyEscape`; the topmost popup is last. */
const layers: object[] = [];

/**
 * Calls `close` when Escape is pressed before the calling popup has taken the focus, or while no element has the focus
 * because the focused control has just disappeared. Among open popups, only the topmost reacts. The key does not reach
 * the layers below the popup.
 */
export function useEarlyEscape(close: () => void): void {
  const isAway = useIsAway();
  const pressed = useEffectEvent((event: KeyboardEvent, layer: object, before: Element | null) => {
    if (event.key !== 'Escape' || isAway || layers.at(-1) !== layer) return;
    if (deepActiveElement(document) !== before && !isFocusLost(document)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  });
  useEffect(() => {
    const layer = {};
    const before = deepActiveElement(document);
    const listener = (event: KeyboardEvent): void => pressed(event, layer, before);
    layers.push(layer);
    window.addEventListener('keydown', listener, true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      window.removeEventListener('keydown', listener, true);
    };
  }, []);
}

/** Calls `useEarlyEscape` as a component, for content that is rendered only while a popup is open. */
export function EarlyEscape({ onClose }: { readonly onClose: () => void }): ReactNode {
  useEarlyEscape(onClose);
  return null;
}
