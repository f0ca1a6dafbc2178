import { useState } from 'react';
import type { ViewState, Widget } from '../../api/contract/views.schema.js';
import { chartLookOf, hasPlaceForFigures } from '../../machines/view/chart-look.js';
import { useConnection, useUsername } from '../element/connection-context.js';
import { keepFigures, keptFigures } from './figures-memory.js';

/** Numbers of series with figures, by widget. */
export interface Figures {
  /** Returns the number of series when the user last wanted figures; 0 for a widget without figures. */
  readonly of: (widget: Widget) => number;
  /** Stores the number of series; 0 stands for no figures. */
  readonly onCount: (widgetId: string, count: number) => void;
}

/**
 * Returns which charts have figures.
 * @param onStored stores figures in the view; undefined: they are remembered in this browser, and the view stays as it
 * is
 */
export function useFigures(
  state: Pick<ViewState, 'titles'>,
  onStored: ((widgetId: string, figures: number | undefined) => void) | undefined,
): Figures {
  const { server } = useConnection();
  const username = useUsername();
  const [kept, setKept] = useState(() => keptFigures(server, username));
  return {
    of: (widget) => {
      const count = Number((onStored ? undefined : kept[widget.id]) ?? chartLookOf(state, widget.id).figures);
      return count > 0 && hasPlaceForFigures(widget) ? count : 0;
    },
    onCount: (widgetId, count) => {
      if (onStored) onStored(widgetId, count || undefined);
      else setKept(keepFigures(server, username, kept, widgetId, count));
    },
  };
}
