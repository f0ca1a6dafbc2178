/** Panel with message patterns in a selectable order; buttons narrow the query to a pattern or exclude the pattern. */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inPatternOrder, patternOrders, type PatternOrder } from '../../../machines/differences/pattern-order.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { IconButton } from '../../kit/icon-button.js';
import { RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Select } from '../../kit/select.js';
import { space, tokens, type } from '../../kit/tokens.js';
import type { PatternsSource } from '../faces.js';
import { onPatternKey, rowAt } from './pattern-keys.js';
import { PatternRow } from './pattern-row.js';
import { patternsTexts as texts } from './patterns-texts.js';

/** Milliseconds for which patterns are kept after the panel was closed, for users who switch to the messages and back. */
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

const orders = patternOrders.map((value) => ({ value, label: texts.orders[value] }));

export function PatternsPanel({ source }: { readonly source: PatternsSource }) {
  const styles = useStyles();
  const [tabbed, setTabbed] = useState(0);
  const [order, setOrder] = useState<PatternOrder>('frequent');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['patterns', source.key],
    queryFn: ({ signal }) => source.find(signal),
    staleTime: Infinity,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  if (error && !isFetching)
    return <ErrorPanel title={texts.failed} errors={[error.message]} onRetry={() => void refetch()} />;
  if (!data) return <Loading text={texts.finding} />;
  const ordered = inPatternOrder(data.patterns, order);
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
        <Select size="small" aria-label={texts.order} options={orders} value={order} onChange={setOrder} />
        {rest > 0 && <span>{texts.rest(rest)}</span>}
        {data.sampled && <span className={styles.about}>{texts.sampled}</span>}
        <span className={styles.about}>{texts.about}</span>
      </div>
      <ul className={styles.list} onKeyDown={onPatternKey} onFocus={({ target }) => setTabbed(rowAt(target))}>
        {ordered.map((pattern, at) => (
          <PatternRow
            key={`${pattern.template}${pattern.cut}`}
            pattern={pattern}
            of={examined}
            tabbed={at === Math.min(tabbed, patterns.length - 1)}
          />
        ))}
      </ul>
      {rest > 0 && <p className={styles.end}>{texts.end(rest)}</p>}
    </div>
  );
}
