/** Renders a section with the usage of a node's buffers, which hold messages in memory between input and index. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { Gauges } from '../../../api/queries/node-state.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { tokens, type } from '../../kit/tokens.js';
import { bufferGauge, bufferNames, numberOf, type BufferName } from './gauges.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import { UsageBar } from './usage-bar.js';

const { node: words } = texts;

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px', marginBottom: '4px' },
  name: { flexGrow: 1, ...type.body, fontWeight: 600, color: tokens.text.primary },
});

interface BuffersSectionProps {
  /** Gauges of the node; undefined while they are loading. */
  readonly gauges: Gauges | undefined;
  readonly nodeId: string;
}

export function BuffersSection({ gauges, nodeId }: BuffersSectionProps): ReactNode {
  const styles = useStyles();
  return (
    <Section title={words.buffers}>
      <ul className={styles.list}>
        {bufferNames.map((name) => (
          <li key={name}>
            <Buffer name={name} gauges={gauges} nodeId={nodeId} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Buffer({ name, gauges, nodeId }: BuffersSectionProps & { readonly name: BufferName }): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const title = words.buffer[name];
  const usage = numberOf(gauges, bufferGauge(name, 'usage'));
  const size = numberOf(gauges, bufferGauge(name, 'size'));
  const ratio = usage !== undefined && size !== undefined && size > 0 ? usage / size : 0;
  const filter = `org\\.graylog2\\.buffers\\.${name}\\.|${name}buffer`;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{title}</span>
        <Button
          size="small"
          aria-label={words.metricsOf(title)}
          onClick={() => navigate(routes.metrics(nodeId, filter))}
        >
          {texts.actions.metrics}
        </Button>
      </div>
      {usage === undefined ? (
        <p>{gauges ? words.bufferUntold : words.bufferUnknown}</p>
      ) : (
        <UsageBar label={title} ratio={ratio} warnFrom={0.95}>
          {words.inBuffer(usage, title, ratio)}
        </UsageBar>
      )}
    </>
  );
}
