/** Renders the streams that a pipeline processes. */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { StoredPipeline } from '../../../api/queries/pipelines.js';
import { usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { Float } from '../../kit/float.js';
import { StreamsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { tokens, type } from '../../kit/tokens.js';
import { FailedConnections, useConnectedStreams } from './list-cells.js';
import { texts } from './texts.js';

const ConnectionsDialog = lazyPart(() => import('./connections-dialog.js'), 'ConnectionsDialog');

const { connections: words } = texts;

const useStyles = makeStyles({
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  stream: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, overflowWrap: 'anywhere', ...type.body },
  icon: { color: tokens.text.tertiary, fontSize: '16px', lineHeight: 0 },
});

export function ConnectionsSection({ pipeline }: { readonly pipeline: StoredPipeline }): ReactNode {
  const styles = useStyles();
  const { readonly } = useHostElement();
  const mayEdit = usePermission('pipeline_connection:edit') && !readonly;
  const [editing, setEditing] = useState(false);
  const streams = useConnectedStreams(pipeline.id);
  const close = (): void => setEditing(false);
  return (
    <Section
      title={words.title}
      action={
        mayEdit &&
        streams && (
          <Button size="small" onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
        )
      }
    >
      <FailedConnections />
      {streams?.length === 0 && <Alert kind="warning">{words.none}</Alert>}
      {streams && streams.length > 0 && (
        <ul className={styles.list}>
          {streams.map(({ id, title }) => (
            <li key={id} className={styles.stream}>
              <span className={styles.icon}>
                <StreamsIcon />
              </span>
              <Link route={`/streams/${encodeURIComponent(id)}/search`}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
      <Float onFailed={close}>
        {editing && streams && (
          <ConnectionsDialog pipeline={pipeline} connected={streams.map(({ id }) => id)} onClose={close} />
        )}
      </Float>
    </Section>
  );
}
