/** Shows how many stored messages the rules would route to the stream; the reference console has no such preview. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RoutingPreview } from '../../../api/contract/streams.js';
import { reasonOf } from '../../../api/failures.js';
import { routingPreviewQuery } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { preview: words } = texts;

const useStyles = makeStyles({
  result: { ...type.body },
  meter: {
    height: '8px',
    marginTop: '8px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    overflow: 'hidden',
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
  },
  part: {
    height: '100%',
    backgroundColor: tokens.brand.solid,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  since: { marginTop: '8px', color: tokens.text.secondary, ...type.caption },
});

export function PreviewSection({ streamId }: { readonly streamId: string }): ReactNode {
  const { client } = useConnection();
  const { data, error, isFetching, refetch } = useQuery(routingPreviewQuery(client, streamId));
  // The answer of a reference server, which has no preview, is null.
  if (data === null) return null;
  return (
    <Section
      title={words.title}
      intro={words.help}
      action={
        <Button size="small" icon={<RetryIcon />} busy={isFetching} onClick={() => void refetch()}>
          {words.again}
        </Button>
      }
    >
      {error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />}
      {!error && !data && <Loading text={words.counting} />}
      {data && !error && <Counted preview={data} />}
    </Section>
  );
}

function Counted({ preview: { examined, matches, since } }: { readonly preview: RoutingPreview }): ReactNode {
  const styles = useStyles();
  if (examined === 0) return <p className={styles.result}>{words.none}</p>;
  return (
    <>
      <p className={styles.result} role="status">
        {words.result(matches, examined)}
      </p>
      <div className={styles.meter} aria-hidden="true">
        <div className={styles.part} style={{ width: `${(matches / examined) * 100}%` }} />
      </div>
      {since !== null && (
        <p className={styles.since}>
          {words.since} <Timestamp instant={since} />
        </p>
      )}
    </>
  );
}
