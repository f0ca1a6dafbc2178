/** Renders the throughput of an input, in total and for each node (screens/data-intake.md I1b). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import type { NodeSummary } from '../../../api/contract/system.js';
import { figuresPollMs, type Figures } from '../../../api/queries/input-administration.js';
import { Button } from '../../kit/button.js';
import { formatBytes, formatNumber } from '../../kit/format.js';
import { nodeName } from '../../kit/node-name.js';
import { Sparkline } from '../../kit/sparkline.js';
import { tokens, type } from '../../kit/tokens.js';
import { figuresOf, hasNetwork, type InputFigures } from './input-figures.js';
import { texts } from './texts.js';

const { throughput: words } = texts;

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '6px' },
  // The usual height is reserved while the statistics are loading, so that nothing moves.
  waiting: { alignContent: 'start', minHeight: '148px' },
  heading: { color: tokens.text.secondary, ...type.overline },
  sums: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '8px 24px', width: '100%' },
  lines: { flex: '1 1 260px', minWidth: 0, margin: 0, fontVariantNumeric: 'tabular-nums', ...type.body },
  line: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  name: { color: tokens.text.secondary },
  value: { margin: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  // The label of the button is aligned with the names of the statistics.
  details: { marginInlineStart: '-9px' },
  ofNode: { width: '100%' },
  node: { overflowWrap: 'anywhere', ...type.cardTitle },
  none: { color: tokens.text.secondary, ...type.body },
});

export interface ThroughputProps {
  readonly input: InputSummary;
  readonly sums: InputFigures;
  /** Statistics by node id; undefined while they are loading. */
  readonly figures: Readonly<Record<string, Figures>> | undefined;
  readonly nodes: readonly NodeSummary[];
}

export function Throughput({ input, sums, figures, nodes }: ThroughputProps): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const hasDetails = input.global && hasNetwork(sums);
  if (!figures)
    return (
      <div className={mergeClasses(styles.box, styles.waiting)} aria-busy="true">
        <h4 className={styles.heading}>{words.heading}</h4>
      </div>
    );
  return (
    <div className={styles.box}>
      <h4 className={styles.heading}>{words.heading}</h4>
      <div className={styles.sums}>
        <Lines figures={sums} none={words.none} />
        {sums.incomingMessages !== undefined && (
          <Sparkline value={sums.incomingMessages} everyMs={figuresPollMs} caption={words.lastMinute} />
        )}
      </div>
      {hasDetails && (
        <Button
          appearance="subtle"
          size="small"
          className={styles.details}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? words.hide : words.show}
        </Button>
      )}
      {hasDetails &&
        open &&
        nodes.map((node) => (
          <div key={node.node_id} className={styles.ofNode}>
            <p className={styles.node}>{nodeName(node)}</p>
            <Lines figures={figuresOf(input, [figures[node.node_id] ?? {}])} none={words.noneOfNode} />
          </div>
        ))}
    </div>
  );
}

const whole = (value: number): string => formatNumber(Math.round(value));

type Line = readonly [name: string, value: string];

/** Returns a line for each known statistic; a number of errors that is 0 has no line. */
function linesOf(figures: InputFigures): Line[] {
  const { incomingMessages: rate, read_bytes_total: read, total_connections: connections } = figures;
  const bytes = (count = 0): string => formatBytes(Math.round(count));
  const each = (count?: number): string => words.perSecondOf(bytes(count));
  return [
    ...(rate === undefined ? [] : [[words.rate, words.perSecond(whole(rate))] as const]),
    ...(read === undefined
      ? []
      : [
          [words.network, words.inOut(each(figures.read_bytes_1sec), each(figures.written_bytes_1sec))] as const,
          [words.total, words.inOut(bytes(read), bytes(figures.written_bytes_total))] as const,
        ]),
    ...(connections === undefined
      ? []
      : [[words.connections, words.ofTotal(whole(figures.open_connections ?? 0), whole(connections))] as const]),
    ...(figures.emptyMessages === undefined ? [] : [[words.empty, whole(figures.emptyMessages)] as const]),
    ...(figures.malformedMessages ? [[words.malformed, whole(figures.malformedMessages)] as const] : []),
    ...(figures.droppedMessages ? [[words.dropped, whole(figures.droppedMessages)] as const] : []),
  ];
}

function Lines({ figures, none }: { readonly figures: InputFigures; readonly none: string }): ReactNode {
  const styles = useStyles();
  const lines = linesOf(figures);
  if (lines.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <dl className={styles.lines}>
      {lines.map(([name, value]) => (
        <div key={name} className={styles.line}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
