import { useSelector } from '@xstate/react';
import type { AbsoluteRange } from '../../../api/contract/searches.js';
import { resultsOf } from '../../../machines/search-execution/results.js';
import { boundedRange, type SearchedWidget } from '../../../machines/time-range/bounded-range.js';
import { stateOf } from '../../../machines/view/document.js';
import { widgetRange } from '../../../machines/view/widget-draft.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useView } from '../../view-area/index.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

/**
 * Returns the range that the server has searched in place of the requested ranges of all widgets, because the viewer's
 * token or the server limits it; undefined if the requested ranges were searched.
 */
export function useBoundedRange(page: DashboardPageActor): AbsoluteRange | undefined {
  const { document, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  return useSelector(
    execution,
    ({ context: { parts, request } }) => {
      if (!document) return undefined;
      const searched = stateOf(document, queryId).widgets.flatMap((widget): SearchedWidget[] => {
        const part = parts[widget.id];
        const [result] = part?.status === 'shown' ? resultsOf(part.shown, widget.id) : [];
        if (!result || !('effective_timerange' in result)) return [];
        return [{ asked: request?.override?.timerange ?? widgetRange(widget), effective: result.effective_timerange }];
      });
      return boundedRange(searched);
    },
    sameWire,
  );
}
