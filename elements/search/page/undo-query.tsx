/** Offers viewers who may add values to the query, but not type in it, a button that removes the added values. */
import type { ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { DiscardIcon } from '../../kit/icons.js';
import { madeQueries, type ViewPageActor } from '../../view-area/index.js';

const undoText = 'Remove added filters';

export interface UndoQueryProps {
  readonly page: ViewPageActor;
  /** The query that is shown. */
  readonly text: string;
  /** Called with the query of the host page, which is to be restored. */
  readonly onUndo: (query: string) => void;
}

/** Renders a button that restores the query of the host page; it is shown while the viewer's own query is shown. */
export function UndoQuery({ page, text, onUndo }: UndoQueryProps): ReactNode {
  const base = madeQueries(page).get(text);
  if (base === undefined) return null;
  return <IconButton appearance="secondary" label={undoText} icon={<DiscardIcon />} onClick={() => onUndo(base)} />;
}
