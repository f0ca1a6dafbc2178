/** Undo and redo for changes of a dashboard, by button and by keyboard shortcut. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { DiscardIcon, RedoIcon } from '../../kit/icons.js';
import { letterOf } from '../../kit/shortcuts/shortcuts.js';
import { useView, type ViewPageActor } from '../../view-area/index.js';
import { texts } from '../texts.js';

/** Returns the step of a shortcut: Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y, or the same with Cmd; undefined for other keys. */
function stepOf(event: KeyboardEvent): 'history.undone' | 'history.redone' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const letter = letterOf(event).toLowerCase();
  if (letter === 'z') return event.shiftKey ? 'history.redone' : 'history.undone';
  return letter === 'y' && !event.shiftKey ? 'history.redone' : undefined;
}

export interface UndoRedoProps {
  readonly page: ViewPageActor;
  /** True while a widget is being edited; undo and redo are off then, because the editor has its own Cancel. */
  readonly editing: boolean;
}

export function UndoRedo({ page, editing }: UndoRedoProps): ReactNode {
  const { view } = useView(page);
  const { past, future } = useSelector(view, ({ context }) => context.history);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event);
    if (!step || editing || event.defaultPrevented) return;
    const path = event.composedPath().filter((node) => node instanceof HTMLElement);
    // Text fields have their own undo, and dialogs above the page handle keys first.
    if (path[0]?.isContentEditable || path[0]?.matches('input, textarea, select')) return;
    if (path.some((node) => /dialog$|^menu|^listbox$/.test(node.getAttribute('role') ?? ''))) return;
    event.preventDefault();
    view.send({ type: step });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  if (editing || past.length + future.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        appearance="secondary"
        label={texts.actions.undo}
        icon={<DiscardIcon />}
        disabled={past.length === 0}
        disabledReason={texts.actions.nothingToUndo}
        onClick={() => view.send({ type: 'history.undone' })}
      />
      <IconButton
        size="small"
        appearance="secondary"
        label={texts.actions.redo}
        icon={<RedoIcon />}
        disabled={future.length === 0}
        disabledReason={texts.actions.nothingToRedo}
        onClick={() => view.send({ type: 'history.redone' })}
      />
    </>
  );
}
