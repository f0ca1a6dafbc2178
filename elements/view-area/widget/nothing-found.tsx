/**
 * Offers one change to a search without results: to widen the time range, then to clear the query, then all streams.
 */
import { useSelector } from '@xstate/react';
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { durationSeconds } from '../../../api/duration.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { appliedOverride } from '../../../machines/page-parts.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { sameRange } from '../../../machines/time-range/ranges.js';
import { draftOf, type ViewDocument } from '../../../machines/view/document.js';
import { wideningOf } from '../../../machines/view/empty-hint.js';
import { useHostElement } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Button } from '../../kit/button.js';
import { space, tokens } from '../../kit/tokens.js';
import { FirstSteps, useAnyMessage } from '../../welcome/index.js';
import { laterTexts } from '../later-texts.js';
import { useView, type ViewPageActor } from '../view-page.js';

const useStyles = makeStyles({ hint: { margin: `0 0 ${space.m}px`, color: tokens.text.secondary } });

/** Properties of both exported components, because `lazyPart` infers one type for all components of a file. */
interface HintProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
}

/**
 * Offers a change to the search; on a console that has no messages at all, it offers the steps to the first message.
 */
export function NothingFound({ page }: HintProps): ReactNode {
  const { document, queryId } = useView(page);
  const limit = useSelector(page, ({ context }) => context.limit);
  // Other pages than the console have no pages for these steps. With a limit, older messages are not searched.
  const isAsked = useHasRoute()('/search') && secondsOf(limit) === 0;
  const any = useAnyMessage({ enabled: isAsked });
  if (!document || any === 'loading') return null;
  if (any === 'none' || any === 'denied') return <FirstSteps centred any={any} />;
  return <Step page={page} document={document} queryId={queryId} />;
}

/** Returns the longest range that may be searched in seconds; 0 without a limit. */
const secondsOf = (limit: string | undefined): number => (limit === undefined ? 0 : durationSeconds(limit));

/**
 * Renders a hint which setting to widen, for a widget whose search cannot be changed from its table, as on dashboards.
 */
export function EmptyHint({ page, widget }: HintProps): ReactNode {
  const styles = useStyles();
  const { document, queryId } = useView(page);
  const override = useSelector(page, ({ context }) => appliedOverride(context), sameWire);
  const widening = document ? wideningOf(document, queryId, widget, override) : 'range';
  if (widening === 'none') return null;
  const { wider, lessSpecific } = laterTexts.nothing;
  return <p className={styles.hint}>{widening === 'range' ? wider : lessSpecific}</p>;
}

interface StepProps {
  readonly page: ViewPageActor;
  readonly document: ViewDocument;
  readonly queryId: string;
}

function Step({ page, document, queryId }: StepProps): ReactNode {
  const styles = useStyles();
  // Only what the viewer may change is offered.
  const { allows } = useHostElement();
  const limit = useSelector(page, ({ context }) => context.limit);
  const { queryString, timeRange, streams } = draftOf(document, queryId);
  const seconds = secondsOf(limit);
  const widest: TimeRange = seconds > 0 ? { type: 'relative', from: seconds } : { type: 'relative', range: 0 };
  if (allows('range') && !sameRange(timeRange, widest)) {
    const label = seconds > 0 ? laterTexts.nothing.longest : laterTexts.nothing.allTime;
    // The range changes as a zoom, so that the search bar offers to go back to the previous range.
    return (
      <>
        <p className={styles.hint}>{laterTexts.nothing.wider}</p>
        <Button onClick={() => page.send({ type: 'range.zoomed', timeRange: widest })}>{label}</Button>
      </>
    );
  }
  if (allows('query') && queryString !== '') {
    return (
      <>
        <p className={styles.hint}>{laterTexts.nothing.lessSpecific}</p>
        <Button onClick={() => page.send({ type: 'draft.submitted', draft: { queryString: '' } })}>
          {laterTexts.nothing.anyQuery}
        </Button>
      </>
    );
  }
  if (!allows('filter') || streams.length === 0) return null;
  return (
    <Button onClick={() => page.send({ type: 'draft.submitted', draft: { streams: [] } })}>
      {laterTexts.nothing.allStreams}
    </Button>
  );
}
