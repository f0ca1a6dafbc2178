/**
 * Renders the page of a lookup table: its data adapter, cache and default values, the rows of a stored table, a test,
 * the entities that use the lookup table, and the purge of the cache (screens/administration.md D1).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import {
  adapterStatusQuery,
  explainInTable,
  lookUpInTable,
  lookupTableQuery,
  lookupUsesQuery,
  purgeTable,
  type ListedTable,
} from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { Link } from '../../kit/link.js';
import type { PageProps } from '../../kit/pages.js';
import { Timestamp } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { useMayChange } from './may-change.js';
import { lookupTabs, routes } from './routes.js';
import { StoredRows } from './stored-rows.js';
import { TestLookup, type LookupTrial } from './test-lookup.js';
import { texts } from './texts.js';
import { WithEntity } from './with-entity.js';

const words = texts.table;

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(280px, 344px)',
    gap: '16px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', minWidth: 0 },
  row: {
    display: 'flex',
    alignItems: 'flex-end',
    flexWrap: 'wrap',
    gap: '8px',
    '& > :first-child': { flex: '1 1 140px' },
  },
  uses: { margin: 0, padding: 0, listStyle: 'none', ...type.body },
  use: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '6px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
    overflowWrap: 'anywhere',
  },
  note: { marginTop: '8px', color: tokens.text.secondary, ...type.caption },
});

export function TablePage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const idOrName = params['idOrName'] ?? '';
  return (
    <WithEntity
      key={idOrName}
      query={lookupTableQuery(client, idOrName)}
      tabs={lookupTabs('tables')}
      title={words.noun}
      description={(table) => table?.description || words.description}
      editRoute={(table) => routes.editTable(table.name)}
    >
      {(table) => <Shown table={table} />}
    </WithEntity>
  );
}

function Shown({ table }: { readonly table: ListedTable }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { mayEdit } = useMayChange();
  const { adapter } = table;
  const isStored = adapter?.config.type === 'stored_table';
  const purge = usePurge(table.id);
  const lookUp = async (key: string, withoutCache: boolean): Promise<LookupTrial> => {
    const explanation = await explainInTable(client, table.id, key, withoutCache);
    return explanation
      ? { result: explanation.result, explanation }
      : { result: await lookUpInTable(client, table.name, key) };
  };
  return (
    <>
      <SourceProblem table={table} />
      <div className={styles.root}>
        <div className={styles.column}>
          {isStored && <StoredRows adapter={adapter} mayEdit={mayEdit(adapter)} />}
          <Facts table={table} />
        </div>
        <div className={styles.column}>
          <TestLookup note={isStored ? texts.test.stored : ''} lookUp={lookUp} purge={purge} />
          <Uses table={table} />
          <PurgeCache purge={purge} />
        </div>
      </div>
    </>
  );
}

/** Shows why the data adapter cannot read its source, and since when; renders nothing if the adapter has no error. */
function SourceProblem({ table: { adapter } }: { readonly table: ListedTable }): ReactNode {
  const { client } = useConnection();
  const { data: status } = useQuery({
    ...adapterStatusQuery(client, adapter?.id ?? ''),
    enabled: adapter !== undefined,
  });
  if (status?.error == null) return null;
  return (
    <Alert kind="danger" title={texts.problems.adapter}>
      {status.error}{' '}
      {status.error_since !== null && (
        <>
          ({texts.adapter.since} <Timestamp instant={status.error_since} />)
        </>
      )}
    </Alert>
  );
}

function Facts({ table }: { readonly table: ListedTable }): ReactNode {
  const { name, adapter, cache } = table;
  const { default_single_value: single, default_single_value_type: singleType } = table;
  const { default_multi_value: multi, default_multi_value_type: multiType } = table;
  return (
    <Section title={words.facts}>
      <Details
        rows={[
          [texts.form.name, name],
          [words.adapter, adapter ? <Link route={routes.adapter(adapter.name)}>{adapter.title}</Link> : texts.gone],
          [words.cache, cache ? <Link route={routes.cache(cache.name)}>{cache.title}</Link> : texts.gone],
          [words.single, singleType === 'NULL' ? undefined : `${single} (${words.types[singleType]})`],
          [words.multi, multiType === 'NULL' ? undefined : `${multi} (${words.types[multiType]})`],
        ]}
      />
    </Section>
  );
}

/** Returns a function that removes a key, or all keys, from the cache of a table and reports the result in a toast. */
function usePurge(tableId: string): (key: string | undefined) => Promise<void> {
  const { client } = useConnection();
  const { toast } = useToasts();
  return async (key) => {
    try {
      const answers = Object.values(await purgeTable(client, tableId, key));
      const failed = answers.find(({ call_executed: done, response }) => !done || response?.success === false);
      if (failed) throw new Error(failed.server_error_message ?? failed.response?.error_text ?? texts.purge.failed);
      toast('success', key === undefined ? texts.purge.done : texts.purge.doneKey(key), texts.success);
    } catch (error) {
      toast('error', reasonOf(error), texts.purge.failed);
    }
  };
}

function PurgeCache({ purge }: { readonly purge: (key: string | undefined) => Promise<void> }): ReactNode {
  const styles = useStyles();
  const [key, setKey] = useState('');
  return (
    <Section title={texts.purge.title} intro={texts.purge.text}>
      <div className={styles.row}>
        <Field label={texts.purge.key}>
          <Input mono value={key} onChange={setKey} />
        </Field>
        <Button disabled={key === ''} onClick={() => void purge(key)}>
          {texts.purge.one}
        </Button>
        <Button onClick={() => void purge(undefined)}>{texts.purge.all}</Button>
      </div>
    </Section>
  );
}

/**
 * Renders a section that lists the entities which use the lookup table. It renders nothing if the server does not
 * report them.
 */
function Uses({ table }: { readonly table: ListedTable }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data } = useQuery(lookupUsesQuery(client, table.id));
  if (!data) return null;
  const { uses, hidden } = data;
  return (
    <Section title={texts.uses.title}>
      {uses.length + hidden === 0 && <p className={styles.note}>{texts.uses.none}</p>}
      <ul className={styles.uses}>
        {uses.map(({ kind, id, title, route }) => (
          <li key={`${kind} ${id}`} className={styles.use}>
            {route === null ? <span>{title}</span> : <Link route={route}>{title}</Link>}
            <Chip size="small">{texts.uses.kinds[kind]}</Chip>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.note}>{texts.uses.hidden(hidden)}</p>}
      {uses.length + hidden > 0 && <p className={styles.note}>{texts.uses.note(uses.length + hidden)}</p>}
    </Section>
  );
}
