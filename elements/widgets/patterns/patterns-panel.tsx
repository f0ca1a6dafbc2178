/**
 * Renders a panel with message patterns in a selectable order; buttons narrow the query to a pattern or exclude the
 * pattern.
 */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { byChange, changeCounts, comparedPatterns } from '../../../machines/comparison/pattern-changes.js';
import { inPatternOrder } from '../../../machines/differences/pattern-order.js';
import { patternOrders, type ChosenPatternOrder } from '../../../machines/view/pattern-orders.js';
import { useKeptData } from '../../element/use-kept-data.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { IconButton } from '../../kit/icon-button.js';
import { RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Select, type SelectOption } from '../../kit/select.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { comparisonName } from '../comparison-texts.js';
import { comparisonWanted } from '../comparison.js';
import type { PatternsSource } from '../faces.js';
import { onPatternKey, rowAt } from './pattern-keys.js';
import { PatternRow, type ShownPattern } from './pattern-row.js';
import { patternsTexts as texts } from './patterns-texts.js';

/**
 * Milliseconds for which patterns are kept after the panel was closed, for users who switch to the messages and back.
 */
const keptMs = 60_000;

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, overflow: 'auto' },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: `${space.m}px`,
    padding: `${space.xs}px ${space.xl}px`,
    backgroundColor: tokens.surface.subtle,
    color: tokens.text.secondary,
    ...type.caption,
  },
  extent: { color: tokens.text.primary, fontWeight: 600 },
  again: { '@media (pointer: coarse)': { width: '44px', height: '44px' } },
  about: { flexBasis: '100%' },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  end: { margin: 0, padding: `${space.m}px ${space.xl}px`, color: tokens.text.secondary, ...type.caption },
});

const orders: readonly SelectOption<ChosenPatternOrder>[] = patternOrders.map((value) => ({
  value,
  label: texts.orders[value],
}));
const comparedOrders: typeof orders = [{ value: 'changed', label: texts.changed }, ...orders];

/**
 * Returns the order to show: the chosen one, if it is available. Without a choice, a comparison begins with what has
 * changed; other patterns begin with the most frequent ones.
 */
function shownOrder(chosen: ChosenPatternOrder | undefined, isComparison: boolean): ChosenPatternOrder {
  if (isComparison) return chosen ?? 'changed';
  return chosen === undefined || chosen === 'changed' ? 'frequent' : chosen;
}

export interface PatternsPanelProps {
  readonly source: PatternsSource;
  /** Order that the user has chosen; absent: the default order. */
  readonly chosen?: ChosenPatternOrder | undefined;
  readonly onChoose: (order: ChosenPatternOrder) => void;
}

export function PatternsPanel({ source, chosen, onChoose }: PatternsPanelProps) {
  const styles = useStyles();
  const [tabbed, setTabbed] = useState(0);
  const comparison = useSyncExternalStore(comparisonWanted.subscribe, comparisonWanted.get);
  const found = useQuery({
    queryKey: ['patterns', source.key],
    queryFn: ({ signal }) => source.find(signal),
    staleTime: Infinity,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const { isFetching, refetch } = found;
  // During an outage the page keeps the messages on screen, so the patterns of these messages stay too.
  const { data, failure } = useKeptData(found, '');
  const name = comparison && comparisonName(comparison);
  const earlier = useQuery({
    queryKey: ['patterns', source.key, 'earlier', comparison, data?.effective_timerange],
    queryFn: async ({ signal }) =>
      (comparison && data && (await source.findEarlier?.(comparison, data, signal))) ?? null,
    enabled: comparison !== undefined && data !== undefined && source.findEarlier !== undefined,
    staleTime: Infinity,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (failure && !isFetching)
    return <ErrorPanel title={texts.failed} errors={[reasonOf(failure)]} onRetry={() => void refetch()} />;
  if (!data) return <Loading text={texts.finding} />;
  const compared = comparison && earlier.data ? comparedPatterns(data, earlier.data) : undefined;
  const order = shownOrder(chosen, compared !== undefined);
  const all: readonly ShownPattern[] = compared ?? data.patterns;
  const ordered = order === 'changed' ? byChange(compared ?? []) : inPatternOrder(all, order);
  const counts = compared && changeCounts(compared);
  const { patterns, rest, examined, total_results: total } = data;
  const again = () => void refetch();
  if (patterns.length === 0)
    return (
      <EmptyState
        title={texts.none}
        action={
          <Button size="small" icon={<RetryIcon />} onClick={again}>
            {texts.again}
          </Button>
        }
      >
        {data.sampled ? texts.sampled : undefined}
      </EmptyState>
    );
  return (
    // The panel can take the focus, so that keyboard users can scroll it.
    <div className={styles.panel} role="region" aria-label={texts.list} tabIndex={0} aria-busy={isFetching}>
      <div className={styles.head}>
        <span className={styles.extent}>{texts.extent(patterns.length, examined, total)}</span>
        {/* The button is not removed while patterns are being loaded, because it may have the keyboard focus. */}
        <IconButton
          {...{ quiet: true, size: 'small', icon: <RetryIcon />, busy: isFetching }}
          label={isFetching ? texts.finding : texts.again}
          className={styles.again}
          onClick={again}
        />
        <Select
          size="small"
          aria-label={texts.order}
          options={compared ? comparedOrders : orders}
          value={order}
          onChange={onChoose}
        />
        {rest > 0 && <span>{texts.rest(rest)}</span>}
        {name !== undefined && source.findEarlier && (
          <span className={styles.about} role="status">
            {counts
              ? texts.compared(name, counts.fresh, counts.gone, counts.grown)
              : earlier.error
                ? texts.notCompared(name, reasonOf(earlier.error))
                : earlier.data === null
                  ? texts.nothingEarlier(name)
                  : texts.comparing(name)}
          </span>
        )}
        {data.sampled && <span className={styles.about}>{texts.sampled}</span>}
        <span className={styles.about}>{texts.about}</span>
      </div>
      <ul className={styles.list} onKeyDown={onPatternKey} onFocus={({ target }) => setTabbed(rowAt(target))}>
        {ordered.map((pattern, at) => (
          <PatternRow
            key={`${pattern.template}${pattern.cut}${pattern.change === 'gone'}`}
            pattern={pattern}
            of={examined}
            tabbed={at === Math.min(tabbed, ordered.length - 1)}
          />
        ))}
      </ul>
      {rest > 0 && <p className={styles.end}>{texts.end(rest)}</p>}
    </div>
  );
}
