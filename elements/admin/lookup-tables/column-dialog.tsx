/** Renders a dialog that adds a column to a stored table, or renames, retypes or deletes a column. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StoredRows } from '../../../api/contract/lookup-rows.js';
import type { StoredColumn } from '../../../api/contract/lookup.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { changeRowsMutation } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { rowTexts } from './row-texts.js';
import { texts } from './texts.js';

const words = rowTexts.column;

export interface ColumnDialogProps {
  readonly adapterId: string;
  readonly data: StoredRows;
  /** Name of the column to edit; undefined for a new column. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

export function ColumnDialog({ adapterId, data, name, onClose }: ColumnDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const confirm = useConfirm();
  const { toast } = useToasts();
  const saving = useMutation(changeRowsMutation(client, queryClient, adapterId));
  const { columns, revision } = data;
  const edited = columns.find((column) => column.name === name);
  const store = (next: readonly (StoredColumn & { readonly from?: string })[]) =>
    saving.mutateAsync({ revision, columns: [...next], rows: [], deleted: [] });
  const form = useForm({
    initial: { name: edited?.name ?? '', type: edited?.type ?? ('text' as const) },
    check: (values) => {
      const wanted = values.name.trim();
      const isTaken = columns.some((column) => column.name === wanted && column !== edited);
      return { name: wanted === '' ? texts.required : isTaken ? words.taken : undefined };
    },
    guarded: false,
    save: ({ name: wanted, type }) => {
      const column = { name: wanted.trim(), type };
      return edited
        ? store(columns.map((one) => (one === edited ? { ...column, from: edited.name } : one)))
        : store([...columns, column]);
    },
    onSaved: onClose,
  });
  const remove = async (): Promise<void> => {
    if (!edited) return;
    const text = words.removeText(edited.name);
    if (!(await confirm({ title: words.remove, text, confirm: laterKitTexts.delete, danger: true }))) return;
    try {
      await store(columns.filter((one) => one !== edited));
      onClose();
    } catch (error) {
      toast('error', reasonOf(error), words.failed);
    }
  };
  return (
    <FormDialog
      form={form}
      size="small"
      title={edited ? words.edit(edited.name) : words.add}
      submit={words.save}
      failed={words.failed}
      onClose={onClose}
      {...(edited && columns.length > 1 && { extra: <Button onClick={() => void remove()}>{words.remove}</Button> })}
    >
      <Field label={words.name} required {...form.field('name')}>
        <Input mono value={form.values.name} onChange={(text) => form.set({ name: text })} data-autofocus="" />
      </Field>
      <Field label={words.type}>
        <Select
          options={(['text', 'number'] as const).map((value) => ({ value, label: words.types[value] }))}
          value={form.values.type}
          onChange={(value) => form.set({ type: value })}
        />
      </Field>
    </FormDialog>
  );
}
