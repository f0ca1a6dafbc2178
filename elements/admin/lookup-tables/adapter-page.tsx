/**
 * Renders the page of a data adapter: configuration, loaded data, problems, and a test that does not use the cache
 * (screens/administration.md D3).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdapterStatus, DataAdapter } from '../../../api/contract/lookup.js';
import { stringifyJson } from '../../../api/json.js';
import { adapterTypeOf } from '../../../api/lookup/adapters/index.js';
import { adapterStatusQuery, dataAdapterQuery, lookUpInAdapter } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { useFactTable } from '../../kit/fact-table.js';
import { formatNumber } from '../../kit/format.js';
import type { PageProps } from '../../kit/pages.js';
import { RelativeTime, Timestamp } from '../../kit/timestamp.js';
import { summaryRows } from './config-summary.js';
import { useMayChange } from './may-change.js';
import { lookupTabs, routes } from './routes.js';
import { StoredRows } from './stored-rows.js';
import { TestLookup } from './test-lookup.js';
import { texts } from './texts.js';
import { WithEntity } from './with-entity.js';

const words = texts.adapter;

const useStyles = makeStyles({
  data: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
});

export function AdapterPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const { mayEdit } = useMayChange();
  const idOrName = params['idOrName'] ?? '';
  return (
    <WithEntity
      key={idOrName}
      query={dataAdapterQuery(client, idOrName)}
      tabs={lookupTabs('adapters')}
      title={words.noun}
      description={(adapter) => adapter?.description || words.description}
      editRoute={(adapter) => routes.editAdapter(adapter.name)}
    >
      {(adapter) => <Shown adapter={adapter} mayEdit={mayEdit(adapter)} />}
    </WithEntity>
  );
}

function Shown({ adapter, mayEdit }: { readonly adapter: DataAdapter; readonly mayEdit: boolean }): ReactNode {
  const { client } = useConnection();
  const { id, name, config } = adapter;
  const type = adapterTypeOf(config.type);
  // A stored table has a grid with its rows; unlike other data adapters, it loads no file.
  const isStored = config.type === 'stored_table';
  const { data: status } = useQuery(adapterStatusQuery(client, id));
  return (
    <>
      {type?.deprecated !== undefined && <Alert kind="warning">{type.deprecated}</Alert>}
      {status?.error != null && status.error !== type?.deprecated && (
        <Alert kind="danger" title={texts.problems.adapter}>
          {status.error}{' '}
          {status.error_since !== null && (
            <>
              ({words.since} <Timestamp instant={status.error_since} />)
            </>
          )}
        </Alert>
      )}
      {isStored && <StoredRows adapter={adapter} mayEdit={mayEdit} />}
      <Columns
        left={
          <Section title={texts.summary.title}>
            <Details
              rows={[[texts.form.name, name], [words.type, type?.label ?? config.type], ...summaryRows(type, config)]}
            />
          </Section>
        }
        right={
          <>
            <TestLookup
              note={texts.test.uncached}
              lookUp={async (key) => ({ result: await lookUpInAdapter(client, name, key) })}
            />
            {status && status.rows !== null && !isStored && <Data status={status} />}
          </>
        }
      />
    </>
  );
}

function Data({ status }: { readonly status: AdapterStatus }): ReactNode {
  const table = useFactTable();
  const styles = useStyles();
  const { rows, loaded_at: loaded, next_check_at: next, load_ms: took, problems, problem_count: count, first } = status;
  return (
    <Section title={words.status}>
      <div className={styles.data}>
        <Details
          rows={[
            [words.rowCount, formatNumber(rows ?? 0)],
            [
              words.loaded,
              loaded === null ? (
                words.never
              ) : (
                <>
                  <RelativeTime instant={loaded} /> {took !== null && `(${words.loadTook(took)})`}
                </>
              ),
            ],
            [words.nextCheck, next === null ? undefined : <RelativeTime instant={next} />],
          ]}
        />
        {count > 0 && (
          <Alert kind="warning" title={words.problemLines(problems.length, count)}>
            <ul>
              {problems.map(({ line, text }, at) => (
                <li key={at}>{line === null ? text : `${words.line(line)}: ${text}`}</li>
              ))}
            </ul>
          </Alert>
        )}
        {first.length > 0 && (
          <table className={table} aria-label={words.firstRows}>
            <thead>
              <tr>
                <th scope="col">{words.key}</th>
                <th scope="col">{words.value}</th>
              </tr>
            </thead>
            <tbody>
              {first.map(({ key, value }) => (
                <tr key={key}>
                  <td>{key}</td>
                  <td>{typeof value === 'string' ? value : stringifyJson(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Section>
  );
}
