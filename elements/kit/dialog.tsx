import { useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from '../element/environment.js';
import { isFocusLost } from '../element/focus-keeper.js';
import { EarlyEscape, Float } from './float.js';
import { lazyPart } from './lazy-part.js';

const DialogSurface = lazyPart(() => import('./fluent/dialog-surface.js'), 'DialogSurface');

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Maximum width: 440, 600 or 960 px. In a window narrower than 480 px the dialog fills the screen. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Called when the user presses Escape or the close button, or clicks outside a dialog without `alert`. */
  readonly onClose: () => void;
  /** Called on Enter and by a button of `type="submit"` in the footer; with this function the dialog is a form. */
  readonly onSubmit?: () => void;
  /** Footer buttons, the primary button last. */
  readonly footer?: ReactNode;
  /** True for a question that must be answered: a click outside does not close the dialog. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/**
 * Renders a modal dialog: it traps the focus and restores it on closing. At first the control with the attribute
 * `data-autofocus` has the focus, or the first control if there is none. A control with this attribute in the content
 * gets the focus even if it appears only after loading.
 */
export function Dialog({ open, ...rest }: DialogProps): ReactNode {
  const { focusKeeper } = useEnvironment();
  // Insertion effects run before the dialog's own effects move the focus.
  useInsertionEffect(() => {
    if (!open) return undefined;
    const release = focusKeeper.hold();
    // The focus is restored only after the dialog has been removed and the keyboard library has noticed that. It is
    // restored only if no control has it, because the code that closed the dialog may have moved it on purpose.
    return () => void setTimeout(() => release(isFocusLost(document)));
  }, [open, focusKeeper]);
  return (
    <>
      {open && <EarlyEscape onClose={rest.onClose} />}
      <Float onFailed={rest.onClose}>{open && <DialogSurface {...rest} />}</Float>
    </>
  );
}
