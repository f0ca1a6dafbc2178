/**
 * Renders the feature "What is different here?" of a search page: its offer for a zoomed range, and its panel. This code
 * is loaded when the user has zoomed or a comparison is open, and the panel only for an open comparison.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import { comparedText, readCompared } from '../../../machines/differences/compared-text.js';
import { zoomTo } from '../../../machines/time-range/zoom.js';
import { draftOf } from '../../../machines/view/document.js';
import { useHostElement } from '../../element/host-context.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { useView, type SearchPageActor } from '../page/use-search-page.js';
import { texts } from '../texts.js';
import { briefRangeText } from '../time-range/range-text.js';
import { DifferencesOffer } from './differences-offer.js';
import type { DifferencesPanelProps } from './differences-panel.js';

const DifferencesPanel = lazyPart<'DifferencesPanel', DifferencesPanelProps>(
  () => import('./differences-panel.js'),
  'DifferencesPanel',
);

export interface DifferencesProps {
  readonly page: SearchPageActor;
  /** The open comparison as a text (compared-text.ts); undefined: no comparison is open. */
  readonly compared: string | undefined;
  readonly onCompared: (compared: string | undefined) => void;
  /** False hides the offer to compare the zoomed range. */
  readonly offers: boolean;
}

export function Differences({ page, compared: text, onCompared, offers }: DifferencesProps): ReactNode {
  const { timezone } = useHostElement();
  const { document, queryId } = useView(page);
  const zooms = useSelector(page, ({ context }) => context.zooms);
  const range = document && draftOf(document, queryId).timeRange;
  const zoom = useMemo(() => range && zoomTo(zooms, range), [zooms, range]);
  const compared = useMemo(() => (text === undefined ? undefined : readCompared(text)), [text]);
  /** Comparison that the user has just requested here; its panel takes over the focus from the pressed button. */
  const asked = useRef<string>(undefined);
  // An address must not keep a comparison that cannot be read.
  const isDead = text !== undefined && !compared;
  const forget = useEffectEvent(() => onCompared(undefined));
  useEffect(() => {
    if (isDead) forget();
  }, [isDead]);
  const to = zoom?.to.type === 'absolute' ? zoom.to : undefined;
  return (
    <>
      {offers && zoom && to && compared?.by !== 'range' && (
        <DifferencesOffer
          label={texts.timeRange.compared(briefRangeText(to, timezone), briefRangeText(zoom.from, timezone))}
          onAsk={() => {
            asked.current = comparedText({ by: 'range', range: to, within: zoom.from });
            onCompared(asked.current);
          }}
        />
      )}
      {compared && (
        <Part>
          <DifferencesPanel
            page={page}
            compared={compared}
            label={
              compared.by === 'group'
                ? compared.query
                : texts.timeRange.compared(
                    briefRangeText(compared.range, timezone),
                    briefRangeText(compared.within, timezone),
                  )
            }
            takesFocus={() => {
              const takes = asked.current === text;
              asked.current = undefined;
              return takes;
            }}
            onClose={() => onCompared(undefined)}
          />
        </Part>
      )}
    </>
  );
}
