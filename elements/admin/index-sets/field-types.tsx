/**
 * Renders a section with the field types of an index set in the current and the next index. It is hidden if the server
 * does not report field types.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexFieldType, IndexSet, IndexSetField, IndexSetFieldTypes } from '../../../api/contract/index-sets.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import { indexSetFieldTypesQuery, saveFieldTypesMutation } from '../../../api/queries/index-set-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { AddIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { SearchBox } from '../../kit/search-box.js';
import { tokens, type } from '../../kit/tokens.js';
import { FieldTypeTable, type TypeChanges } from './field-type-table.js';
import { texts } from './texts.js';

const { fieldTypes: words } = texts;
/** Number of rows that are shown before the user asks for all rows. */
const shownAtFirst = 20;

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', ...type.body },
  help: { color: tokens.text.secondary },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  search: { flex: '1 1 200px', maxWidth: '320px' },
  add: { display: 'flex', flex: '0 1 auto', minWidth: 0, gap: '8px', marginInlineStart: 'auto' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '8px' },
});

export function FieldTypes({ set }: { readonly set: IndexSet }): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(indexSetFieldTypesQuery(client, set.id));
  // A server without an endpoint for the field types of index sets gets no section for them.
  if (isMissing(error)) return null;
  return (
    <Section title={words.title}>
      {data ? (
        <Shown set={set} types={data} />
      ) : error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}

interface ShownProps {
  readonly set: IndexSet;
  readonly types: IndexSetFieldTypes;
}

function Shown({ set, types }: ShownProps): ReactNode {
  const styles = useStyles();
  const { readonly } = useHostElement();
  const mayEdit = usePermission(`indexsets:edit:${set.id}`) && !readonly;
  const [changes, setChanges] = useState<TypeChanges>(new Map());
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const fields = withAdded(types.fields, changes);
  const matching = fields.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const shown = showsAll ? matching : matching.slice(0, shownAtFirst);
  const search = (text: string): void => {
    setFilter(text);
    setShowsAll(false);
  };
  const change = (field: string, next: IndexFieldType | null): void => {
    const all = new Map(changes);
    const known = types.fields.find(({ name }) => name === field);
    if (next === (known?.next ?? null)) all.delete(field);
    else all.set(field, next);
    setChanges(all);
  };
  return (
    <div className={styles.fields}>
      <p className={styles.help}>{words.help}</p>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchBox label={words.filter} query={filter} onSearch={search} />
        </div>
        {mayEdit && (
          <AddField
            onAdd={(name) => {
              change(name, 'keyword');
              search(name);
            }}
          />
        )}
      </div>
      {shown.length > 0 ? (
        <FieldTypeTable
          fields={shown}
          current={types.current_index}
          changes={changes}
          onChange={mayEdit ? change : undefined}
        />
      ) : (
        <p>{fields.length > 0 ? words.noMatch : words.none}</p>
      )}
      {matching.length > shown.length && (
        <div>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {words.more(matching.length)}
          </Button>
        </div>
      )}
      {changes.size > 0 && <SaveBar set={set} changes={changes} onReset={() => setChanges(new Map())} />}
    </div>
  );
}

/** Returns the known fields and the changed fields that no message contains yet, sorted by name if some were added. */
function withAdded(known: readonly IndexSetField[], changes: TypeChanges): readonly IndexSetField[] {
  const names = new Set(known.map(({ name }) => name));
  const added = [...changes.keys()].filter((name) => !names.has(name));
  if (added.length === 0) return known;
  const made = added.map((name) => ({ name, current: null, next: null, types: [] }));
  return [...known, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function AddField({ onAdd }: { readonly onAdd: (name: string) => void }): ReactNode {
  const styles = useStyles();
  const [name, setName] = useState('');
  const add = (): void => {
    onAdd(name.trim());
    setName('');
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') add();
      }}
    >
      <Input mono aria-label={words.addHelp} placeholder={words.addHelp} value={name} onChange={setName} />
      <Button type="submit" icon={<AddIcon />} disabled={name.trim() === ''}>
        {words.add}
      </Button>
    </form>
  );
}

interface SaveBarProps {
  readonly set: IndexSet;
  readonly changes: TypeChanges;
  readonly onReset: () => void;
}

function SaveBar({ set, changes, onReset }: SaveBarProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const mayRotate = usePermission('deflector:cycle') && set.writable;
  const saving = useMutation(saveFieldTypesMutation(client, queryClient, set.id));
  const save = async (rotate: boolean): Promise<void> => {
    try {
      await saving.mutateAsync({ types: Object.fromEntries(changes), rotate });
      onReset();
      toast('success', rotate ? words.rotated : words.saved, texts.success);
      emit('log-changed', { type: 'index_set', id: set.id });
    } catch (error) {
      toast('error', reasonOf(error), words.saveFailed);
    }
  };
  return (
    <Alert>
      {words.changed(changes.size)}
      <div className={styles.buttons}>
        <Button size="small" appearance="primary" disabled={saving.isPending} onClick={() => void save(false)}>
          {words.save}
        </Button>
        {mayRotate && (
          <Button size="small" disabled={saving.isPending} onClick={() => void save(true)}>
            {words.rotate}
          </Button>
        )}
        <Button size="small" appearance="subtle" disabled={saving.isPending} onClick={onReset}>
          {words.reset}
        </Button>
      </div>
    </Alert>
  );
}
