import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { deepActiveElement } from '../element/document-proxy.js';
import { lazyPart } from './lazy-part.js';

const DialogSurface = lazyPart(() => import('./fluent/dialog-surface.js'), 'DialogSurface');

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** 440, 600 or 960 px; under 480 px of window it fills the screen. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Escape, the close button, a click outside. */
  readonly onClose: () => void;
  /** Makes it a form: called on Enter and by the `type="submit"` button of the footer. */
  readonly onSubmit?: () => void;
  /** Buttons, primary last. */
  readonly footer?: ReactNode;
  /** Asks something that must be answered: a click outside does not close it. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/** A dialog over the page: keeps the focus, gives it back at the end. Loaded at first need. */
export function Dialog({ open, ...rest }: DialogProps): ReactNode {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    const active = deepActiveElement(document);
    before.current = active instanceof HTMLElement ? active : null;
    return () => {
      const element = before.current;
      // After the dialog has gone; whoever closed it may have moved the focus on purpose.
      queueMicrotask(() => {
        const now = deepActiveElement(document);
        if (element?.isConnected && (now === null || now === document.body || now.shadowRoot !== null)) element.focus();
      });
    };
  }, [open]);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...rest} />
    </Suspense>
  );
}
