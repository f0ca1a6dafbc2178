/** Renders the journal of a node: configuration and usage. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Journal } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { nodeJournalQuery, type Gauges } from '../../../api/queries/node-state.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { formatBytes, formatDuration } from '../../kit/format.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { type } from '../../kit/tokens.js';
import { gaugeNames, numberOf } from './gauges.js';
import { texts } from './texts.js';
import { UsageBar } from './usage-bar.js';

const { node: words } = texts;

const useStyles = makeStyles({
  use: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', marginTop: '16px', ...type.body },
});

interface JournalSectionProps {
  readonly nodeId: string;
  readonly gauges: Gauges | undefined;
}

/** Renders a section with the journal of a node; the page shows it to users who may read the journal. */
export function JournalSection({ nodeId, gauges }: JournalSectionProps): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(nodeJournalQuery(client, nodeId));
  return (
    <Section title={words.journal} intro={words.journalIntro}>
      {data ? (
        data.enabled ? (
          <Enabled journal={data} gauges={gauges} />
        ) : (
          <Alert kind="warning">{words.journalDisabled}</Alert>
        )
      ) : error ? (
        <ErrorPanel title={words.journalFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Enabled({ journal, gauges }: { readonly journal: Journal; readonly gauges: Gauges | undefined }): ReactNode {
  const styles = useStyles();
  const { journal_config: config, journal_size: size, journal_size_limit: limit, oldest_segment: oldest } = journal;
  const ratio = limit > 0 ? size / limit : 0;
  const waiting = numberOf(gauges, gaugeNames.waiting) ?? journal.uncommitted_journal_entries;
  const lag = numberOf(gauges, gaugeNames.lag);
  return (
    <>
      <Details
        rows={[
          [words.path, config?.directory],
          [words.earliest, oldest === null ? undefined : <RelativeTime instant={oldest} />],
          [words.maxSize, config ? formatBytes(config.max_size) : undefined],
          [words.maxAge, config ? (config.max_age > 0 ? formatDuration(config.max_age) : words.noAge) : undefined],
          [words.flush, config ? flushOf(config) : undefined],
        ]}
      />
      <div className={styles.use}>
        <UsageBar label={words.journal} ratio={ratio} warnFrom={1}>
          {words.utilization(ratio, formatBytes(size), formatBytes(limit))}
        </UsageBar>
        {ratio >= 1 && <Alert kind="warning">{words.journalFull}</Alert>}
        <p>
          {texts.journal(waiting, journal.number_of_segments)}{' '}
          {texts.journalRates(
            numberOf(gauges, gaugeNames.appended) ?? journal.append_events_per_second,
            numberOf(gauges, gaugeNames.read) ?? journal.read_events_per_second,
          )}
        </p>
        {lag !== undefined && <p>{texts.lag(lag)}</p>}
      </div>
    </>
  );
}

const flushOf = ({ flush_interval: messages, flush_age: age }: NonNullable<Journal['journal_config']>): string =>
  messages === 1 ? words.flushAlways : words.flushPolicy(messages, formatDuration(age));
