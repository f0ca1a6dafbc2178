import { makeStyles, mergeClasses } from '@griffel/react';
import type { PatternOfMessages } from '../../../api/contract/patterns.js';
import { wildcard } from '../../../api/patterns/mask.js';
import { patternQuery } from '../../../api/patterns/query.js';
import type { ComparedPattern } from '../../../machines/comparison/pattern-changes.js';
import { useHostElement } from '../../element/host-context.js';
import { formatNumber, formatShare } from '../../kit/format.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { QueryFilters } from '../actions/query-filters.js';
import { formatInstant } from '../time/format-instant.js';
import { LevelValue } from '../values/level-value.js';
import { patternsTexts as texts } from './patterns-texts.js';

/** Matches wildcards; the capture group keeps them in the result of `split`. */
const wildcards = new RegExp(`(${wildcard.replace('*', '\\*')})`);
/** Maximum number of levels that a row names; further levels are counted together. */
const namedLevels = 3;

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '104px 128px minmax(0, 1fr) auto',
    columnGap: `${space.xl}px`,
    rowGap: `${space.xxs}px`,
    alignItems: 'center',
    padding: `${space.xs}px ${space.xl}px`,
    borderBottom: `1px solid ${tokens.border.divider}`,
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 60px',
    ':hover': { backgroundColor: tokens.surface.hover },
    '@container widget (max-width: 767.98px)': { gridTemplateColumns: '104px minmax(0, 1fr) auto' },
  },
  count: { fontVariantNumeric: 'tabular-nums', ...type.cardTitle },
  trend: { display: 'block', width: '100%', maxWidth: '128px', height: '20px', fill: tokens.text.tertiary },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: `${space.xl}px`,
    minWidth: 0,
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
    ...type.caption,
    '@container widget (max-width: 767.98px)': { gridColumn: '1 / -1', gridRow: 2 },
  },
  // The minimum width has room for two timestamps, so that the parts of all rows behind the timestamps are aligned.
  seen: { '@container widget (min-width: 768px)': { minWidth: '19.7em' } },
  change: { padding: '0 6px', borderRadius: tokens.radius.small, border: '1px solid transparent' },
  new: { color: tokens.status.info.text, backgroundColor: tokens.status.info.background },
  grown: { color: tokens.status.warning.text, backgroundColor: tokens.status.warning.background },
  gone: { color: tokens.text.secondary, backgroundColor: tokens.surface.inset },
  shrunk: { color: tokens.text.secondary, backgroundColor: tokens.surface.inset },
  same: {},
  unknown: {},
  level: { display: 'inline-flex', gap: `${space.xs}px` },
  actions: { display: 'flex' },
  // The buttons are adjacent: on touch screens they are larger, so that users do not hit the opposite action.
  action: { '@media (pointer: coarse)': { width: '44px', height: '44px' } },
  template: {
    gridColumn: '1 / -1',
    margin: 0,
    overflowWrap: 'anywhere',
    color: tokens.text.primary,
    ...type.log,
  },
  wildcard: {
    padding: '0 2px',
    borderRadius: tokens.radius.small,
    backgroundColor: tokens.surface.inset,
    // The outline keeps a wildcard visible in a hovered row, whose background has almost the same colour.
    boxShadow: `inset 0 0 0 1px ${tokens.border.divider}`,
    color: tokens.text.secondary,
  },
});

/** A pattern; `change` and `before` are present if the pattern is compared with an earlier range. */
export type ShownPattern = PatternOfMessages & Partial<Pick<ComparedPattern, 'change' | 'before'>>;

export interface PatternRowProps {
  readonly pattern: ShownPattern;
  /** Number of examined messages. */
  readonly of: number;
  /** True for the row in the tab order; the arrow keys move from it to other rows. */
  readonly tabbed: boolean;
}

export function PatternRow({ pattern, of, tabbed }: PatternRowProps) {
  const styles = useStyles();
  const { timezone, readonly: readOnly } = useHostElement();
  const { template, cut, count, levels, first, last, example, change, before } = pattern;
  const word = change && texts.changes[change];
  const seen = (instant: string): string => formatInstant(instant, timezone, 'seconds');
  const named = Object.entries(levels).sort(([, left], [, right]) => right - left);
  const others = named.slice(namedLevels);
  return (
    <li className={styles.row}>
      <span className={styles.count}>{texts.count(count, formatShare(count / Math.max(of, 1)))}</span>
      <Trend parts={pattern.histogram} />
      <span className={styles.facts}>
        <span className={styles.seen}>{texts.seen(seen(first), seen(last))}</span>
        {word && <span className={mergeClasses(styles.change, styles[change])}>{word}</span>}
        {before !== undefined && change !== 'new' && <span>{texts.before(before)}</span>}
        {named.slice(0, namedLevels).map(([level, lines]) => (
          <span key={level} className={styles.level}>
            <LevelValue value={level} /> {formatNumber(lines)}
          </span>
        ))}
        {others.length > 0 && <span>{texts.otherLevels(others.reduce((sum, [, lines]) => sum + lines, 0))}</span>}
      </span>
      {!readOnly && <Filters template={template} tabbed={tabbed} />}
      <p className={styles.template} title={example}>
        {template === '' ? texts.noText : <Template text={template} />}
        {cut && ' …'}
      </p>
    </li>
  );
}

function Filters({ template, tabbed }: { readonly template: string; readonly tabbed: boolean }) {
  const styles = useStyles();
  const clause = patternQuery(template);
  return (
    <span className={styles.actions}>
      <QueryFilters
        className={styles.action}
        tabIndex={tabbed ? 0 : -1}
        clause={() => clause ?? ''}
        add={texts.include}
        exclude={texts.exclude}
        disabledReason={clause === undefined ? texts.nothingFixed : undefined}
      />
    </span>
  );
}

/** Renders the fixed words of a pattern, and marks its wildcards. */
function Template({ text }: { readonly text: string }) {
  const styles = useStyles();
  return text.split(wildcards).map((part, at) =>
    part === wildcard ? (
      <span key={at} className={styles.wildcard}>
        {part}
      </span>
    ) : (
      <bdi key={at}>{part}</bdi>
    ),
  );
}

function Trend({ parts }: { readonly parts: readonly number[] }) {
  const styles = useStyles();
  const peak = Math.max(...parts, 1);
  return (
    <svg
      className={styles.trend}
      viewBox={`0 0 ${parts.length} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.trend(peak)}
    >
      {parts.map((lines, at) => {
        // A small number of lines still gets a visible bar.
        const height = lines === 0 ? 0 : Math.max((lines / peak) * 20, 1.5);
        return <rect key={at} x={at + 0.1} width={0.8} y={20 - height} height={height} />;
      })}
    </svg>
  );
}
