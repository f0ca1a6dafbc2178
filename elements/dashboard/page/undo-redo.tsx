/** Provides undo and redo for changes of a dashboard, by button and by keyboard shortcut. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { DiscardIcon, RedoIcon } from '../../kit/icons.js';
import { letterOf } from '../../kit/shortcuts/shortcuts.js';
import { useDocumentKeys } from '../../kit/shortcuts/use-document-keys.js';
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
  useDocumentKeys((event) => {
    const step = stepOf(event);
    if (!step || editing) return false;
    view.send({ type: step });
    return true;
  });
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
