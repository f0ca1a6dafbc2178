/** Renders boxes and ribbons of the message flow; a click on a box opens its entity's page. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo, useRef, type ReactNode } from 'react';
import { flowColumns, flowLayout, laneHeight } from '../../../machines/pipelines/flow-layout.js';
import { formatNumber } from '../../kit/format.js';
import { Link } from '../../kit/link.js';
import { tokens, type } from '../../kit/tokens.js';
import { useWidth } from '../../kit/use-width.js';
import { partTexts, rateText } from '../pipeline-parts/index.js';
import { texts } from './texts.js';
import { mostLanes, type Flow, type FlowBox, type FlowStage } from './use-flow.js';

/** Minimum width of the diagram in px; a narrower container scrolls horizontally. */
const leastWidth = 1080;

const useStyles = makeStyles({
  scroll: { overflowX: 'auto', paddingTop: '12px', ':focus-visible': { outline: `2px solid ${tokens.focus.outer}` } },
  heads: { position: 'relative', height: '28px', ...type.cardTitle },
  head: { position: 'absolute' },
  picture: { position: 'relative' },
  ribbons: { position: 'absolute', inset: 0, pointerEvents: 'none' },
  through: { fill: 'none', stroke: tokens.selection.border, opacity: 0.3 },
  past: { fill: 'none', stroke: tokens.text.tertiary, opacity: 0.3 },
  box: {
    position: 'absolute',
    boxSizing: 'border-box',
    display: 'grid',
    alignContent: 'center',
    padding: '4px 10px',
    overflow: 'hidden',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
    textDecorationLine: 'none',
    ...type.caption,
    ':hover': { backgroundColor: tokens.surface.hover, textDecorationLine: 'none' },
  },
  dead: { border: `1px dashed ${tokens.status.warning.border}`, backgroundColor: tokens.status.warning.background },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', ...type.cardTitle },
  rate: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: tokens.text.secondary },
  errors: { color: tokens.status.danger.text, fontWeight: 600 },
  lanes: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  lane: {
    boxSizing: 'border-box',
    display: 'flex',
    gap: '6px',
    height: `${laneHeight}px`,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    borderTop: `1px solid ${tokens.border.divider}`,
    color: tokens.text.secondary,
    ...type.caption,
    lineHeight: '15px',
  },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '16px',
    paddingTop: '12px',
    color: tokens.text.secondary,
    ...type.caption,
  },
  key: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  swatch: { width: '24px', height: '8px', borderRadius: '2px' },
  swatchThrough: { backgroundColor: tokens.selection.border, opacity: 0.3 },
  swatchPast: { backgroundColor: tokens.text.tertiary, opacity: 0.3 },
});

export function FlowPicture({ flow: { boxes, links } }: { readonly flow: Flow }): ReactNode {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(leastWidth, useWidth(frame));
  const layout = useMemo(() => flowLayout(boxes, links, width), [boxes, links, width]);
  const known = new Map(boxes.map((box) => [box.id, box]));
  const hasOutputs = boxes.some(({ id }) => id.startsWith('output '));
  const columnX = new Map(layout.nodes.map(({ column, x }) => [column, x]));
  return (
    <div>
      <div ref={frame} className={styles.scroll} tabIndex={0} role="group" aria-label={texts.page}>
        <div style={{ width: `${width}px` }}>
          <div className={styles.heads}>
            {flowColumns.map((column) =>
              columnX.has(column) ? (
                <span key={column} className={styles.head} style={{ left: `${columnX.get(column)}px` }}>
                  {column === 'indexSets' && hasOutputs ? texts.indexSetsAndOutputs : texts.columns[column]}
                </span>
              ) : null,
            )}
          </div>
          <div className={styles.picture} style={{ height: `${layout.height}px` }}>
            <svg className={styles.ribbons} width={width} height={layout.height} aria-hidden="true">
              {layout.links.map(({ from, to, path, width: thickness, isPast }) => (
                <path
                  key={`${from} ${to}`}
                  d={path}
                  strokeWidth={thickness}
                  className={isPast ? styles.past : styles.through}
                />
              ))}
            </svg>
            {layout.nodes.map(({ id, x, y, width: w, height: h }) => {
              const box = known.get(id);
              return box && <Box key={id} box={box} place={{ left: x, top: y, width: w, height: h }} />;
            })}
          </div>
        </div>
      </div>
      <div className={styles.legend}>
        <span className={styles.key}>
          <span className={mergeClasses(styles.swatch, styles.swatchThrough)} />
          {texts.legend.through}
        </span>
        <span className={styles.key}>
          <span className={mergeClasses(styles.swatch, styles.swatchPast)} />
          {texts.legend.past}
        </span>
        <span className={styles.key}>
          <span className={mergeClasses(styles.swatch, styles.dead)} />
          {texts.legend.dead}
        </span>
      </div>
    </div>
  );
}

interface BoxProps {
  readonly box: FlowBox;
  readonly place: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

function Box({ box, place }: BoxProps): ReactNode {
  const styles = useStyles();
  const { title, rate, note, isDead = false, errors = 0, stages = [], route } = box;
  const facts = [rate === undefined ? undefined : partTexts.rate(rateText(rate)), note].filter(Boolean).join(', ');
  const className = mergeClasses(styles.box, isDead && styles.dead);
  const content = (
    <>
      <span className={styles.title} title={title}>
        {title}
      </span>
      {facts !== '' && <span className={styles.rate}>{facts}</span>}
      {errors > 0 && stages.length === 0 && <span className={styles.errors}>{texts.errors(formatNumber(errors))}</span>}
      {stages.length > 0 && <Lanes stages={stages} />}
    </>
  );
  if (route === undefined)
    return (
      <div className={className} style={place}>
        {content}
      </div>
    );
  return (
    <Link route={route} className={className} style={place}>
      {content}
    </Link>
  );
}

/** Lists the stages of a pipeline, one line each: number of rules, and errors or, without errors, the rate. */
function Lanes({ stages }: { readonly stages: readonly FlowStage[] }): ReactNode {
  const styles = useStyles();
  const shown = stages.length > mostLanes ? stages.slice(0, mostLanes - 1) : stages;
  return (
    <ul className={styles.lanes}>
      {shown.map(({ number, rules, rate, errors }) => (
        <li key={number} className={styles.lane}>
          <span>{texts.stage(number)}</span>
          <span>{texts.rules(rules)}</span>
          {errors > 0 ? (
            <span className={styles.errors}>{texts.errors(formatNumber(errors))}</span>
          ) : (
            rate !== undefined && <span>{partTexts.rate(rateText(rate))}</span>
          )}
        </li>
      ))}
      {shown.length < stages.length && (
        <li className={styles.lane}>{texts.moreStages(stages.length - shown.length)}</li>
      )}
    </ul>
  );
}
