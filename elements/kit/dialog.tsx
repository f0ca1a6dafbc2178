import { useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from '../element/environment.js';
import { isFocusLost } from '../element/focus-keeper.js';
import { EarlyEscape, Float } from './float.js';
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

/** A dialog over the page: keeps the focus, gives it back at the end. It starts on the first control, or on one with `data-autofocus`. */
export function Dialog({ open, ...rest }: DialogProps): ReactNode {
  const { focusKeeper } = useEnvironment();
  // Insertion effects run before the dialog's own effects move the focus.
  useInsertionEffect(() => {
    if (!open) return undefined;
    const release = focusKeeper.hold();
    // It runs after the dialog has gone and the keyboard library has noticed; the code that closed it may have moved the focus on
    // purpose.
    return () => void setTimeout(() => release(isFocusLost(document)));
  }, [open, focusKeeper]);
  return (
    <>
      {open && <EarlyEscape onClose={rest.onClose} />}
      <Float onFailed={rest.onClose}>{open && <DialogSurface {...rest} />}</Float>
    </>
  );
}
