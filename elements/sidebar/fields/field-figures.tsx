/**
 * Shows statistics of a field in the messages that the displayed search finds: coverage, range, most frequent values.
 * They need one request, and a second request for the histogram of a numeric field.
 */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { inBackground } from '../../../api/client.js';
import { reasonOf } from '../../../api/failures.js';
import { isLevelField } from '../../../api/level-field.js';
import { syncSearchQuery } from '../../../api/queries/sync-search.js';
import { fieldEquals, fieldExists } from '../../../api/language/index.js';
import type { SearchedDraft } from '../../../machines/view/draft-search.js';
import type { RankedField } from '../../../machines/view/field-presence.js';
import { figureKind, valuesOf, valuesSearch, type FieldValues } from '../../../machines/view/field-values.js';
import { useHostElement } from '../../element/host-context.js';
import { useKeptData } from '../../element/use-kept-data.js';
import { Button } from '../../kit/button.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { NumberIcon } from '../../kit/icons.js';
import { Skeleton } from '../../kit/skeleton.js';
import { space, tokens, type as textType } from '../../kit/tokens.js';
import { QueryFilters } from '../../widgets/actions/query-filters.js';
import { formatInstant } from '../../widgets/time/format-instant.js';
import { FieldValue } from '../../widgets/actions/field-value.js';
import { levelLabel } from '../../widgets/values/level.js';
import { formatMeasured } from '../../widgets/visualizations/measured.js';
import { useViewClient } from '../../view-area/index.js';
import { texts } from '../texts.js';
import { NumberBins } from './number-bins.js';
import { shareText } from './share.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.s}px`,
    margin: `0 0 ${space.m}px ${space.s}px`,
    // The padding aligns these controls with the controls of the field above.
    padding: `${space.s}px 2px ${space.m}px ${space.m}px`,
    borderLeft: `2px solid ${tokens.border.default}`,
    ...textType.caption,
    color: tokens.text.secondary,
  },
  /** While new values load, the old values have a lower contrast that is still readable. */
  older: { '--lc-text-primary': tokens.text.tertiary, '--lc-text-secondary': tokens.text.tertiary },
  line: { display: 'flex', alignItems: 'center', minHeight: '22px' },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  value: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    minHeight: '24px',
    borderRadius: tokens.radius.small,
    overflow: 'hidden',
  },
  /** The bar behind a value shows the same share as its number. */
  bar: {
    position: 'absolute',
    left: 0,
    top: '2px',
    bottom: '2px',
    borderRadius: tokens.radius.small,
    backgroundColor: tokens.selection.background,
    '@media (forced-colors: active)': { borderLeft: '2px solid Highlight' },
  },
  name: {
    position: 'relative',
    flexGrow: 1,
    minWidth: 0,
    padding: `0 ${space.xs}px`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...textType.logSmall,
    color: tokens.text.primary,
  },
  share: { position: 'relative', flexShrink: 0, padding: '0 4px', fontVariantNumeric: 'tabular-nums' },
  /** Buttons are as high as their line. */
  act: {
    position: 'relative',
    width: '22px',
    height: '24px',
    ':focus-visible': { outlineOffset: '-2px' },
    '@media (pointer: coarse)': { width: '44px', height: '44px' },
  },
  numbers: { display: 'flex', flexWrap: 'wrap', gap: '0 12px', margin: 0 },
  number: {
    display: 'flex',
    gap: '4px',
    '& > dd': { margin: 0, color: tokens.text.primary, fontVariantNumeric: 'tabular-nums' },
  },
  statistics: { alignSelf: 'flex-start', marginLeft: '-8px' },
});

export interface FieldFiguresProps {
  readonly field: RankedField;
  /** Displayed search; undefined: not known yet. */
  readonly draft: SearchedDraft | undefined;
  readonly analysed: boolean;
  readonly onStatistics: () => void;
  /** Called when the user uses the field, so that it counts as recent. */
  readonly onUsed: () => void;
}

export function FieldFigures({ field, draft, analysed, onStatistics, onUsed }: FieldFiguresProps): ReactNode {
  const styles = useStyles();
  const { name, type } = field;
  const client = useViewClient();
  const kind = figureKind(type);
  const search = useMemo(
    () => (draft && analysed ? valuesSearch(draft, name, kind) : undefined),
    [draft, analysed, name, kind],
  );
  const answered = useQuery({
    ...syncSearchQuery(inBackground(client), search ?? { queries: [] }),
    enabled: search !== undefined,
    select: (job) => valuesOf(job, name),
    placeholderData: keepPreviousData,
  });
  const { refetch, isPlaceholderData } = answered;
  const { data, failure } = useKeptData(answered, JSON.stringify({ ...draft, timeRange: null, name }));
  const problems = failure ? [reasonOf(failure)] : (data?.errors.map(({ description }) => description) ?? []);
  if (!analysed) return <p className={styles.root}>{texts.figures.notAnalysed}</p>;
  return (
    <div className={`${styles.root} ${isPlaceholderData ? styles.older : ''}`} aria-busy={!data && !failure}>
      {problems.length > 0 ? (
        <ErrorPanel title={texts.figures.failed} errors={problems} onRetry={() => void refetch()} />
      ) : kind === 'text' ? (
        <Having field={name} text={texts.figures.freeText} onUsed={onUsed} />
      ) : data && draft ? (
        <Figures field={field} values={data} draft={draft} onUsed={onUsed} />
      ) : (
        [90, 60, 75, 50].map((width) => <Skeleton key={width} width={`${width}%`} />)
      )}
      <Button
        size="small"
        appearance="subtle"
        icon={<NumberIcon />}
        className={styles.statistics}
        aria-label={texts.fields.statisticsOf(name)}
        onClick={onStatistics}
      >
        {texts.figures.statistics}
      </Button>
    </div>
  );
}

interface FiguresProps {
  readonly field: RankedField;
  readonly values: FieldValues;
  readonly draft: SearchedDraft;
  readonly onUsed: () => void;
}

function Figures({ field: { name, type }, values, draft, onUsed }: FiguresProps) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const { total, count, distinct, min, max, avg, p50, p95, top } = values;
  const known = Object.entries({ avg, p50, p95, min, max }).filter(([, value]) => value !== undefined);
  const isNumber = avg !== undefined;
  const written = (value: unknown): string =>
    type.type === 'date'
      ? formatInstant(value, timezone)
      : typeof value === 'number' || typeof value === 'bigint'
        ? formatMeasured(value)
        : String(value);
  // The accessible name uses the same text as the visible line.
  const nameOf = (value: string): string => (isLevelField(name) ? levelLabel(value) : value);
  const counts = texts.fields.inMessages(count.toLocaleString('en'), total.toLocaleString('en'));
  return (
    <>
      <Having field={name} text={`${counts} (${shareText(count, total)})`} onUsed={onUsed} />
      {isNumber && (
        <dl className={styles.numbers}>
          {known.map(([figure, value]) => (
            <div key={figure} className={styles.number}>
              <dt>{figure}</dt>
              <dd title={String(value)}>{written(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isNumber && min !== undefined && max !== undefined && String(min) !== String(max) && (
        <p title={`${String(min)} – ${String(max)}`}>{texts.figures.from(written(min), written(max))}</p>
      )}
      <NumberBins field={name} draft={draft} min={min} max={max} onUsed={onUsed} />
      {distinct !== undefined && distinct > 0 && (
        <p>{distinct === 1 ? texts.figures.oneValue : texts.figures.distinct(distinct.toLocaleString('en'))}</p>
      )}
      {top.length > 0 && (
        <ul aria-label={texts.figures.values(name)}>
          {top.map(({ value, count: own }) => (
            <li key={value} className={styles.value}>
              <span className={styles.bar} style={{ width: `${(own / Math.max(1, count)) * 100}%` }} />
              <span className={styles.name} title={value}>
                <FieldValue field={name} value={value} type={type.type} limit={200} middle tabStop />
              </span>
              <span className={styles.share} title={own.toLocaleString('en')}>
                {shareText(own, count)}
              </span>
              <QueryFilters
                className={styles.act}
                clause={() => fieldEquals(name, value, type)}
                add={texts.figures.add(nameOf(value))}
                exclude={texts.figures.exclude(nameOf(value))}
                onUsed={onUsed}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows a text about the field, such as how many messages have it, with filters for messages that have or lack it. */
function Having({
  field,
  text,
  onUsed,
}: {
  readonly field: string;
  readonly text: string;
  readonly onUsed: () => void;
}) {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      <span className={styles.text}>{text}</span>
      <QueryFilters
        className={styles.act}
        clause={() => fieldExists(field)}
        add={texts.figures.having(field)}
        exclude={texts.figures.lacking(field)}
        onUsed={onUsed}
      />
    </div>
  );
}
