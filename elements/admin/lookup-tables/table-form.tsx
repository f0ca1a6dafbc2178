/**
 * Renders the form of a lookup table; the user can create a missing data adapter or cache in a dialog above the form.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { LookupTable } from '../../../api/contract/lookup.js';
import {
  allDataAdaptersQuery,
  allLookupCachesQuery,
  lookupTableQuery,
  lookupUsesQuery,
  saveLookupTableMutation,
  validateTable,
} from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Dialog } from '../../kit/dialog.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { AddIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { useMayChange } from './may-change.js';
import { newTable, serverNames, tableBody, tableFaults, tableValues, type TableValues } from './table-values.js';
import { texts } from './texts.js';
import { NewAdapter, NewCache } from './type-choice.js';
import { useServerCheck } from './use-server-check.js';

const words = texts.table;

const useStyles = makeStyles({
  form: { maxWidth: '760px' },
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 140px', gap: '8px', alignItems: 'start' },
  choice: { display: 'flex', alignItems: 'flex-end', gap: '8px', '& > :first-child': { flexGrow: 1 } },
});

export interface TableFormProps {
  /** The lookup table to edit; undefined for a new lookup table. */
  readonly table: LookupTable | undefined;
  readonly onSaved: (table: LookupTable) => void;
  readonly onCancel: () => void;
}

export function TableForm({ table, onSaved, onCancel }: TableFormProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const { mayCreate } = useMayChange();
  const [creating, setCreating] = useState<'adapter' | 'cache'>();
  const saving = useMutation(saveLookupTableMutation(client, queryClient));
  const { data: adapters } = useQuery(allDataAdaptersQuery(client));
  const { data: caches } = useQuery(allLookupCachesQuery(client));

  /**
   * Returns whether saving must also change the name of the lookup table in the entities that use the table; in this
   * case the user must confirm the change.
   * @throws Error if the user does not agree
   */
  const rewrites = async (name: string): Promise<boolean> => {
    if (!table || name === table.name) return false;
    const uses = await queryClient.fetchQuery(lookupUsesQuery(client, table.id));
    const count = uses ? uses.uses.length + uses.hidden : 0;
    if (count === 0) return false;
    const question = { title: words.renameTitle, text: words.renameText(count), confirm: words.rename };
    if (!(await confirm(question))) throw new Error(words.notRenamed);
    return true;
  };
  const form = useForm<TableValues, LookupTable>({
    initial: table ? tableValues(table) : newTable,
    check: tableFaults,
    serverNames,
    ...(table && { stored: async () => tableValues(await queryClient.fetchQuery(lookupTableQuery(client, table.id))) }),
    save: async (values) => {
      const body = tableBody(values);
      return saving.mutateAsync({ id: table?.id, body, rewrite: await rewrites(body.name ?? '') });
    },
    onSaved: (saved) => {
      toast('success', texts.form.success(saved.title), texts.success);
      emit('log-changed', { type: 'lookup-table', id: saved.id });
      onSaved(saved);
    },
  });
  const { values, set } = form;
  const body = tableBody(values);
  const typed = form.dirty ? { ...body, ...(table && { id: table.id }) } : undefined;
  const live = useServerCheck('table', typed, (requested, signal) => validateTable(client, requested, signal));
  const errorOf = (name: keyof TableValues & string, server: string = name): string | undefined =>
    form.field(name).error ?? (values[name] === '' ? undefined : live(server));
  const step = table ? words.updating : words.adding;
  const chooser = (
    kind: 'adapter' | 'cache',
    name: 'adapterId' | 'cacheId',
    all: readonly { readonly id: string; readonly title: string; readonly name: string }[] | undefined,
  ): ReactNode => (
    <Field label={words[kind]} required error={errorOf(name)} group>
      <div className={styles.choice}>
        <Select
          aria-label={words[kind]}
          options={(all ?? []).map((one) => ({ value: one.id, label: `${one.title} (${one.name})` }))}
          value={values[name] === '' ? undefined : values[name]}
          placeholder={words.choose}
          onChange={(id) => set({ [name]: id })}
        />
        {mayCreate && (
          <Button icon={<AddIcon />} onClick={() => setCreating(kind)}>
            {words.createHere}
          </Button>
        )}
      </div>
    </Field>
  );
  return (
    <div className={styles.form}>
      <FormBox form={form} submit={step.submit} failed={step.failed} onCancel={onCancel}>
        <Fields>
          <Field label={texts.form.title} help={texts.form.titleHelp} required error={errorOf('title')}>
            <Input value={values.title} onChange={(title) => set({ title })} />
          </Field>
          <Field label={texts.form.description} optional>
            <Input value={values.description} onChange={(description) => set({ description })} />
          </Field>
          <Field label={texts.form.name} help={texts.form.nameHelp} required error={errorOf('name')}>
            <Input mono value={values.name} onChange={(name) => set({ name })} />
          </Field>
          <Checkbox
            label={words.enableSingle}
            checked={values.hasSingle}
            onChange={(hasSingle) => set({ hasSingle, single: '', singleType: hasSingle ? 'STRING' : 'NULL' })}
          />
          {values.hasSingle && (
            <div className={styles.pair}>
              <Field label={words.single} help={words.singleHelp} error={errorOf('single', 'default_single_value')}>
                <Input value={values.single} onChange={(single) => set({ single })} />
              </Field>
              <Field label={words.valueType} error={errorOf('singleType')}>
                <Select
                  options={(['STRING', 'NUMBER', 'BOOLEAN', 'NULL'] as const).map((value) => ({
                    value,
                    label: words.types[value],
                  }))}
                  value={values.singleType}
                  onChange={(singleType) => set({ singleType })}
                />
              </Field>
            </div>
          )}
          <Checkbox
            label={words.enableMulti}
            checked={values.hasMulti}
            onChange={(hasMulti) => set({ hasMulti, multi: '', multiType: hasMulti ? 'OBJECT' : 'NULL' })}
          />
          {values.hasMulti && (
            <div className={styles.pair}>
              <Field label={words.multi} help={words.multiHelp} error={errorOf('multi', 'default_multi_value')}>
                <Textarea mono rows={4} value={values.multi} onChange={(multi) => set({ multi })} />
              </Field>
              <Field label={words.valueType} error={errorOf('multiType')}>
                <Select
                  options={(['OBJECT', 'NULL'] as const).map((value) => ({ value, label: words.types[value] }))}
                  value={values.multiType}
                  onChange={(multiType) => set({ multiType })}
                />
              </Field>
            </div>
          )}
          {chooser('adapter', 'adapterId', adapters)}
          {chooser('cache', 'cacheId', caches)}
        </Fields>
      </FormBox>
      <Dialog
        open={creating !== undefined}
        size="large"
        title={creating === 'cache' ? texts.cache.create : texts.adapter.create}
        onClose={() => setCreating(undefined)}
      >
        {creating === 'adapter' && (
          <NewAdapter
            onSaved={({ id }) => {
              set({ adapterId: id });
              setCreating(undefined);
            }}
            onCancel={() => setCreating(undefined)}
          />
        )}
        {creating === 'cache' && (
          <NewCache
            onSaved={({ id }) => {
              set({ cacheId: id });
              setCreating(undefined);
            }}
            onCancel={() => setCreating(undefined)}
          />
        )}
      </Dialog>
    </div>
  );
}
