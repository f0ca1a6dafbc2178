import { useEffect, useRef, type RefObject } from 'react';
import { isFocusLost } from '../element/focus-keeper.js';
import { texts } from './texts.js';

/**
 * When a widget's editor or focus mode closes and the keyboard focus is lost, moves the focus to the widget's action
 * that opened the mode, or to the first focusable control of the widget.
 *
 * @param alone id of the widget that fills the page; undefined: the grid is shown
 * @param editing true while that widget is being edited
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
    // If something has the focus, it was moved there on purpose, for example into a dialog.
    if (!isFocusLost(document)) return;
    // If the widget was removed, the first remaining widget gets the focus.
    const widgetOf = (id: string) => root.current?.querySelector(`[data-widget="${CSS.escape(id)}"]`);
    const cell = widgetOf(left.alone) ?? root.current?.querySelector('[data-widget]');
    const all = [...(cell?.querySelectorAll<HTMLElement>('button, [tabindex="0"]') ?? [])];
    const usable = all.filter((control) => control.checkVisibility() && !control.matches(':disabled'));
    const actions = usable.filter((control) => control.closest('.lc-widget-actions'));
    const began = left.editing ? texts.actions.edit : texts.actions.focus;
    // In a narrow widget the action is inside the menu, whose button is the last control.
    const opener = actions.find((control) => control.ariaLabel === began) ?? actions.at(-1);
    (opener ?? usable[0])?.focus();
  }, [root, alone, editing]);
}
