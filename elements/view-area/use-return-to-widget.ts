import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../element/focus-keeper.js';
import { texts } from './texts.js';

/**
 * After a widget's editor, or its focus on the page, the keyboard goes on where that began: at the widget's action, else at
 * whatever of it can have the focus. @param alone the widget that has the page for itself
 */
export function useReturnToWidget(
  root: RefObject<HTMLElement | null>,
  alone: string | undefined,
  editing: boolean,
): void {
  const before = useRef({ alone, editing });
  useEffect(() => {
    const left = before.current;
    before.current = { alone, editing };
    if (left.alone === undefined || (alone === left.alone && (editing || !left.editing))) return;
    // Elsewhere on purpose, as in a dialog.
    if (!isFocusLost(document)) return;
    // One that was taken away again leaves the keyboard to the first of the others.
    const widgetOf = (id: string) => root.current?.querySelector(`[data-widget="${CSS.escape(id)}"]`);
    const cell = widgetOf(left.alone) ?? root.current?.querySelector('[data-widget]');
    const all = [...(cell?.querySelectorAll<HTMLElement>('button, [tabindex="0"]') ?? [])];
    const usable = all.filter((control) => control.checkVisibility() && !control.matches(':disabled'));
    const actions = usable.filter((control) => control.closest('.lc-widget-actions'));
    const began = left.editing ? texts.actions.edit : texts.actions.focus;
    // In a narrow widget it is in the menu, which is the last one.
    const opener = actions.find((control) => control.ariaLabel === began) ?? actions.at(-1);
    (opener ?? usable[0])?.focus();
  }, [root, alone, editing]);
}
