/** What an input takes in, in all and node by node (screens/data-intake.md I1b). */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import type { NodeSummary } from '../../../api/contract/system.js';
import type { Figures } from '../../../api/queries/input-administration.js';
import { Button } from '../../kit/button.js';
import { formatBytes, formatNumber } from '../../kit/format.js';
import { nodeName } from '../../kit/node-name.js';
import { tokens, type } from '../../kit/tokens.js';
import { figuresOf, hasNetwork, type InputFigures } from './input-figures.js';
import { texts } from './texts.js';

const { throughput: words } = texts;

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '6px' },
  heading: { color: tokens.text.secondary, ...type.overline },
  lines: { margin: 0, padding: 0, listStyle: 'none', fontVariantNumeric: 'tabular-nums', ...type.body },
  node: { overflowWrap: 'anywhere', ...type.cardTitle },
  none: { color: tokens.text.secondary, ...type.body },
});

export interface ThroughputProps {
  readonly input: InputSummary;
  readonly sums: InputFigures;
  readonly figures: Readonly<Record<string, Figures>>;
  readonly nodes: readonly NodeSummary[];
}

export function Throughput({ input, sums, figures, nodes }: ThroughputProps): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const hasDetails = input.global && hasNetwork(sums);
  return (
    <div className={styles.box}>
      <h4 className={styles.heading}>{words.heading}</h4>
      <Lines figures={sums} none={words.none} />
      {hasDetails && (
        <Button appearance="subtle" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.hide : words.show}
        </Button>
      )}
      {hasDetails &&
        open &&
        nodes.map((node) => (
          <div key={node.node_id}>
            <p className={styles.node}>{nodeName(node)}</p>
            <Lines figures={figuresOf(input, [figures[node.node_id] ?? {}])} none={words.noneOfNode} />
          </div>
        ))}
    </div>
  );
}

const whole = (value: number): string => formatNumber(Math.round(value));

/** A line for what is known; nothing went wrong so far: no line. */
function linesOf(figures: InputFigures): string[] {
  const { incomingMessages: rate, read_bytes_total: read, total_connections: connections } = figures;
  const io = (first: number, second: number): string =>
    `${formatBytes(Math.round(first))} ${words.read}, ${formatBytes(Math.round(second))} ${words.written}`;
  return [
    ...(rate === undefined ? [] : [`${words.rate}: ${words.perSecond(whole(rate))}`]),
    ...(read === undefined
      ? []
      : [
          `${words.network}: ${io(figures.read_bytes_1sec ?? 0, figures.written_bytes_1sec ?? 0)} ${words.each}`,
          `${words.network}: ${io(read, figures.written_bytes_total ?? 0)} ${words.total}`,
        ]),
    ...(connections === undefined
      ? []
      : [`${words.connections}: ${words.ofTotal(whole(figures.open_connections ?? 0), whole(connections))}`]),
    ...(figures.emptyMessages === undefined ? [] : [`${words.empty}: ${whole(figures.emptyMessages)}`]),
    ...(figures.malformedMessages ? [`${words.malformed}: ${whole(figures.malformedMessages)}`] : []),
    ...(figures.droppedMessages ? [`${words.dropped}: ${whole(figures.droppedMessages)}`] : []),
  ];
}

function Lines({ figures, none }: { readonly figures: InputFigures; readonly none: string }): ReactNode {
  const styles = useStyles();
  const lines = linesOf(figures);
  if (lines.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
