/** Renders a dialog with the history of a stored table: the changes of its rows, each with user and time. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RowChange, StoredVersion } from '../../../api/contract/lookup-rows.js';
import type { StoredRow } from '../../../api/contract/lookup.schema.js';
import { storedHistoryQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Failed } from '../../kit/failed.js';
import { Loading } from '../../kit/loading.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { rowTexts } from './row-texts.js';

const words = rowTexts.past;

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  version: { padding: '8px 0', borderTop: `1px solid ${tokens.border.divider}`, ...type.body },
  facts: { color: tokens.text.secondary, ...type.caption },
  summary: { cursor: 'pointer' },
  changes: { margin: '8px 0 0', padding: 0, listStyle: 'none', display: 'grid', gap: '4px', ...type.logSmall },
  change: { overflowWrap: 'anywhere' },
  before: { color: tokens.text.tertiary, textDecorationLine: 'line-through' },
  key: { fontWeight: 600 },
});

export interface HistoryDialogProps {
  readonly adapterId: string;
  readonly onClose: () => void;
}

export function HistoryDialog({ adapterId, onClose }: HistoryDialogProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const history = useQuery(storedHistoryQuery(client, adapterId));
  const { data, error } = history;
  return (
    <Dialog open title={words.title} onClose={onClose} footer={<Button onClick={onClose}>{words.close}</Button>}>
      {!data && !error && <Loading />}
      {!data && error && <Failed title={words.failed} queries={[history]} />}
      {data?.versions.length === 0 && <p>{words.none}</p>}
      {data && (
        <ol className={styles.list}>
          {data.versions.map((version) => (
            <Version key={version.revision} version={version} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Version({ version }: { readonly version: StoredVersion }): ReactNode {
  const styles = useStyles();
  const { at, by, kind, added, changed, removed, changes } = version;
  const more = added + changed + removed - changes.length;
  const head = (
    <>
      {words.kinds[kind]}
      {by !== '' && ` (${by})`}{' '}
      <span className={styles.facts}>
        <Timestamp instant={at} /> · {words.counts(added, changed, removed)}
      </span>
    </>
  );
  return (
    <li className={styles.version}>
      {changes.length === 0 ? (
        head
      ) : (
        <details>
          <summary className={styles.summary}>{head}</summary>
          <ul className={styles.changes}>
            {changes.map((change) => (
              <Change key={change.key} change={change} />
            ))}
            {more > 0 && <li>{words.more(more)}</li>}
          </ul>
        </details>
      )}
    </li>
  );
}

const textOf = (row: StoredRow | null): string => (row ? row.values.join(' | ') : words.absent);

function Change({ change: { key, before, after } }: { readonly change: RowChange }): ReactNode {
  const styles = useStyles();
  return (
    <li className={styles.change}>
      <span className={styles.key}>{key}</span> {before && <span className={styles.before}>{textOf(before)}</span>}{' '}
      <span>{textOf(after)}</span>
    </li>
  );
}
