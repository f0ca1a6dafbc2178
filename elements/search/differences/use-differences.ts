/** Selects the messages to compare with the rest: the zoomed range, or the group of a clicked value. */
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import type { Compared } from '../../../machines/differences/differences.js';
import { zoomTo } from '../../../machines/time-range/zoom.js';
import { draftOf } from '../../../machines/view/document.js';
import { useHostElement } from '../../element/host-context.js';
import { briefRangeText } from '../time-range/range-text.js';
import { texts } from '../texts.js';
import { useView, type SearchPageActor } from '../page/use-search-page.js';

export interface Differences {
  /** Offer to compare the zoomed range. Undefined: the user has not zoomed, or a comparison of ranges is shown. */
  readonly offered: { readonly label: string; readonly onAsk: () => void } | undefined;
  readonly shown: { readonly compared: Compared; readonly label: string } | undefined;
  readonly onGroup: (query: string) => void;
  readonly onClose: () => void;
}

export function useDifferences(page: SearchPageActor): Differences {
  const { timezone } = useHostElement();
  const { document, queryId } = useView(page);
  const zooms = useSelector(page, ({ context }) => context.zooms);
  const range = document && draftOf(document, queryId).timeRange;
  const zoom = useMemo(() => range && zoomTo(zooms, range), [zooms, range]);
  const [shown, setShown] = useState<Differences['shown']>();
  const onGroup = useCallback((query: string) => setShown({ compared: { by: 'group', query }, label: query }), []);
  const isShown = shown?.compared.by === 'range';
  const label =
    zoom && texts.timeRange.compared(briefRangeText(zoom.to, timezone), briefRangeText(zoom.from, timezone));
  return {
    offered:
      zoom?.to.type === 'absolute' && label !== undefined && !isShown
        ? {
            label,
            onAsk: () => {
              if (zoom.to.type !== 'absolute') return;
              setShown({ compared: { by: 'range', range: zoom.to, within: zoom.from }, label });
            },
          }
        : undefined,
    shown,
    onGroup,
    onClose: () => setShown(undefined),
  };
}
