import { useState, type ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { useIsAway } from '../../element/kept-page.js';
import { Float } from '../float.js';
import { lazyPart } from '../lazy-part.js';
import { usePageKeys } from './use-page-keys.js';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.js'), 'ShortcutSheet');

/** Handles the keyboard shortcuts of an element on a host page, which are active while the focus is in the element. */
export function ElementKeys(): ReactNode {
  const { element } = useHostElement();
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  usePageKeys(useIsAway() ? undefined : element, { onSheet: () => setOpen(true) });
  return <Float onFailed={close}>{open && <ShortcutSheet onClose={close} />}</Float>;
}
