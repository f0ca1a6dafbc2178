import { useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from '../element/environment.js';
import { isFocusLost } from '../element/focus-keeper.js';
import { EarlyEscape, Float } from './float.js';
import { lazyPart } from './lazy-part.js';

const DialogSurface = lazyPart(() => import('./fluent/dialog-surface.js'), 'DialogSurface');

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Width of 440, 600 or 960 px; in a window below 480 px the dialog fills the screen. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Called on Escape, the close button, or a click outside. */
  readonly onClose: () => void;
  /** Makes the dialog a form: called on Enter and by the `type="submit"` button in the footer. */
  readonly onSubmit?: () => void;
  /** Footer buttons, the primary button last. */
  readonly footer?: ReactNode;
  /** True for a question that must be answered: a click outside does not close the dialog. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/**
 * Modal dialog: it traps the focus and restores it on closing. The focus starts on the first control, or on the one
 * with `data-autofocus`.
 */
export function Dialog({ open, ...rest }: DialogProps): ReactNode {
  const { focusKeeper } = useEnvironment();
  // Insertion effects run before the dialog's own effects move the focus.
  useInsertionEffect(() => {
    if (!open) return undefined;
    const release = focusKeeper.hold();
    // Runs after the dialog was removed and the keyboard library has noticed; the code that closed the dialog may have
    // moved the focus on purpose.
    return () => void setTimeout(() => release(isFocusLost(document)));
  }, [open, focusKeeper]);
  return (
    <>
      {open && <EarlyEscape onClose={rest.onClose} />}
      <Float onFailed={rest.onClose}>{open && <DialogSurface {...rest} />}</Float>
    </>
  );
}
