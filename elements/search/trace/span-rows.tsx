/** Renders rows of a trace waterfall: each row shows a span with its bar on the time axis of the trace. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { traceTicks, traceTime, type TraceSpan, type Waterfall } from '../../../machines/trace/waterfall.js';
import { Button } from '../../kit/button.js';
import { formatNumber } from '../../kit/format.js';
import { ErrorIcon, WarningIcon } from '../../kit/icons.js';
import { container, focusRing, tokens, type } from '../../kit/tokens.js';
import { traceTexts as texts } from './texts.js';

/** Number of rows rendered at first; a button shows all rows. */
const firstRows = 200;
/** Height in px of the header with the ticks of the time axis. */
const headPx = 26;
const indentPx = 14;
const deepestIndent = 12;

const columns = 'minmax(180px, 34%) minmax(0, 1fr) 108px';

const useStyles = makeStyles({
  rows: {
    maxHeight: 'min(420px, 50vh)',
    overflowY: 'auto',
    scrollPaddingTop: `${headPx}px`,
    borderTop: `1px solid ${tokens.border.subtle}`,
  },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    display: 'grid',
    gridTemplateColumns: columns,
    height: `${headPx}px`,
    alignItems: 'center',
    backgroundColor: tokens.surface.subtle,
    borderBottom: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    ...type.overline,
    [container.compact]: { display: 'none' },
  },
  headName: { paddingLeft: '12px' },
  headTime: { position: 'relative', height: '100%', fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
  tick: { position: 'absolute', top: '5px', left: 'var(--lc-at)', whiteSpace: 'nowrap' },
  headDuration: { textAlign: 'right', paddingRight: '34px' },
  row: {
    display: 'grid',
    gridTemplateColumns: columns,
    alignItems: 'center',
    width: '100%',
    minHeight: '28px',
    padding: 0,
    border: 'none',
    borderBottom: `1px solid ${tokens.border.divider}`,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    fontFamily: 'inherit',
    textAlign: 'left',
    ...type.body,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr) auto', padding: '4px 0 6px' },
  },
  pressable: { cursor: 'pointer', ':hover': { backgroundColor: tokens.surface.hover } },
  chosen: { backgroundColor: tokens.selection.background },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    paddingLeft: 'calc(12px + var(--lc-indent))',
    paddingRight: '8px',
  },
  swatch: { width: '8px', height: '8px', borderRadius: '2px', flexShrink: 0, backgroundColor: 'var(--lc-service)' },
  service: { flexShrink: 0, color: tokens.text.secondary },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', ...type.logSmall },
  track: {
    position: 'relative',
    height: '12px',
    [container.compact]: { gridColumn: '1 / -1', gridRow: 2, margin: '2px 12px 0' },
  },
  bar: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    left: 'var(--lc-at)',
    width: 'var(--lc-width)',
    minWidth: '3px',
    borderRadius: '2px',
    backgroundColor: 'var(--lc-service)',
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  duration: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '6px',
    paddingRight: '12px',
    fontVariantNumeric: 'tabular-nums',
  },
  sign: { display: 'inline-flex', width: '16px', fontSize: '16px' },
  failed: { color: tokens.status.danger.icon },
  warned: { color: tokens.status.warning.icon },
  more: { padding: '8px 12px' },
});

export interface SpanRowsProps {
  readonly waterfall: Waterfall;
  readonly colorOf: (service: string) => string;
  /** Id of the span to which the search is narrowed. */
  readonly chosen: string | undefined;
  /** Narrows the search to a span, or removes the narrowing. Absent: the query is read-only. */
  readonly onSpan: ((span: TraceSpan | undefined) => void) | undefined;
}

export function SpanRows({ waterfall, colorOf, chosen, onSpan }: SpanRowsProps): ReactNode {
  const styles = useStyles();
  const [all, setAll] = useState(false);
  const { spans, duration } = waterfall;
  const shown = all ? spans : spans.slice(0, firstRows);
  const share = (ms: number): string => `${duration <= 0 ? 0 : (ms / duration) * 100}%`;
  return (
    <div className={styles.rows}>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.headName}>{texts.span}</span>
        <span className={styles.headTime}>
          {traceTicks(duration)
            // A label at the end of the axis would overflow its column.
            .filter((at) => at <= duration * 0.92)
            .map((at) => (
              <span key={at} className={styles.tick} style={{ '--lc-at': share(at) }}>
                {traceTime(at).replace('.00', '')}
              </span>
            ))}
        </span>
        <span className={styles.headDuration}>{texts.duration}</span>
      </div>
      <ul className={styles.list} aria-label={texts.rows}>
        {shown.map((span) => {
          const isChosen = span.id === chosen;
          const measures = {
            '--lc-service': colorOf(span.service),
            '--lc-indent': `${Math.min(span.depth, deepestIndent) * indentPx}px`,
            '--lc-at': share(span.start),
            '--lc-width': share(span.duration),
          };
          const time = span.duration > 0 ? traceTime(span.duration) : `+${traceTime(span.start)}`;
          const mayNarrow = onSpan !== undefined && span.field !== undefined;
          const content = (
            <>
              <span className={styles.name}>
                <span className={styles.swatch} />
                <span className={styles.service}>{span.service}</span>
                <span className={styles.text} title={span.name}>
                  {span.name}
                </span>
              </span>
              <span className={styles.track}>
                <span className={styles.bar} />
              </span>
              <span className={styles.duration}>
                {time}
                <span className="lc-unseen">{texts.spoken(traceTime(span.start), span.failed)}</span>
                <span
                  className={mergeClasses(styles.sign, span.failed ? styles.failed : styles.warned)}
                  title={span.failed ? texts.failedSign : span.warned ? texts.warnedSign : undefined}
                >
                  {span.failed ? <ErrorIcon /> : span.warned ? <WarningIcon /> : null}
                </span>
              </span>
            </>
          );
          return (
            <li key={span.id}>
              {mayNarrow ? (
                <button
                  type="button"
                  className={mergeClasses(styles.row, styles.pressable, isChosen && styles.chosen)}
                  style={measures}
                  aria-pressed={isChosen}
                  title={texts.onlyThese}
                  onClick={() => onSpan(isChosen ? undefined : span)}
                >
                  {content}
                </button>
              ) : (
                <div className={styles.row} style={measures}>
                  {content}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < spans.length && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setAll(true)}>
            {texts.showAll(formatNumber(spans.length))}
          </Button>
        </div>
      )}
    </div>
  );
}
