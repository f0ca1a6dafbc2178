/**
 * Renders a dialog for one event field: name, key position, and source of its value
 * (screens/dashboards-sharing-alerts.md §9.6).
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { FieldProvider } from '../../../api/contract/event-definitions.js';
import { templateProblem } from '../../../api/field-template.js';
import type { FieldValue } from '../../../machines/event-condition/definition-values.js';
import { usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { LookupTableInput } from '../../kit/lookup-table-input.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type as texttype } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';

const words = formTexts.fields;
const namePattern = /^[A-Za-z0-9_.@-]+$/;

const useStyles = makeStyles({
  example: {
    display: 'grid',
    gap: '4px',
    padding: '10px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    ...texttype.body,
    '& > code': { overflowWrap: 'anywhere', ...texttype.logSmall },
  },
  title: { ...texttype.cardTitle },
  position: { maxWidth: '140px' },
});

export interface FieldDialogProps {
  /** The field to edit; undefined for a new field. */
  readonly field: FieldValue | undefined;
  /** Names of the other fields of the definition. */
  readonly taken: readonly string[];
  /** Highest possible position in the key, which a new key field gets. */
  readonly lastPosition: number;
  readonly onClose: () => void;
  readonly onDone: (field: FieldValue) => void;
}

interface Values {
  readonly name: string;
  readonly isKey: boolean;
  readonly position: number | undefined;
  readonly source: string;
  readonly template: string;
  readonly requireValues: boolean;
  readonly table: string;
  readonly keyField: string;
}

function valuesOf(field: FieldValue | undefined, lastPosition: number): Values {
  const [provider] = field?.spec.providers ?? [];
  const template = provider?.type === 'template-v1' ? provider : undefined;
  const lookup = provider?.type === 'lookup-v1' ? provider : undefined;
  return {
    name: field?.name ?? '',
    isKey: field?.keyPosition !== undefined,
    position: field?.keyPosition ?? lastPosition,
    source: provider?.type ?? '',
    template: template?.template ?? '',
    requireValues: template?.require_values ?? false,
    table: lookup?.table_name ?? '',
    keyField: lookup?.key_field ?? '',
  };
}

/**
 * Returns the source of the field's value according to the form.
 * @param stored the stored source; a source of an unknown type is kept unchanged
 */
function providerOf(
  { source, template, requireValues, table, keyField }: Values,
  stored: FieldProvider | undefined,
): FieldProvider {
  const kept = stored?.type === source ? stored : undefined;
  if (source === 'lookup-v1')
    return { ...kept, type: 'lookup-v1', table_name: table.trim(), key_field: keyField.trim() };
  if (source === 'template-v1' || !kept)
    return { ...kept, type: 'template-v1', template, require_values: requireValues };
  return kept;
}

function templateFault(template: string): string | undefined {
  if (template.trim() === '') return words.required;
  const problem = templateProblem(template);
  return problem && words.templateProblem(problem.line, problem.column, problem.reason);
}

export function FieldDialog({ field, taken, lastPosition, onClose, onDone }: FieldDialogProps): ReactNode {
  const styles = useStyles();
  const [provider, ...others] = field?.spec.providers ?? [];
  const mayLookUp = usePermission('lookuptables:read');
  const form = useForm({
    initial: valuesOf(field, lastPosition),
    check: ({ name, isKey, position, source, template, table, keyField }) => ({
      name:
        name.trim() === ''
          ? words.nameMissing
          : !namePattern.test(name.trim())
            ? words.nameWrong
            : taken.includes(name.trim())
              ? words.nameTaken
              : undefined,
      position: isKey && !(position !== undefined && position >= 1) ? words.positionMissing : undefined,
      source: source === '' ? words.required : undefined,
      template: source === 'template-v1' ? templateFault(template) : undefined,
      table: source === 'lookup-v1' && table.trim() === '' ? words.required : undefined,
      keyField: source === 'lookup-v1' && keyField.trim() === '' ? words.required : undefined,
    }),
    guarded: false,
    save: (values) => Promise.resolve(values),
    onSaved: (values) =>
      onDone({
        name: values.name.trim(),
        keyPosition: values.isKey ? values.position : undefined,
        spec: { data_type: 'string', ...field?.spec, providers: [providerOf(values, provider), ...others] },
      }),
  });
  const { values } = form;
  const known = Object.hasOwn(words.sources, values.source);
  const sources = Object.entries(words.sources).map(([value, label]) => ({ value, label }));
  return (
    <FormDialog
      form={form}
      title={field ? words.editField(field.name) : words.newField}
      submit={words.done}
      failed=""
      onClose={onClose}
    >
      <Field label={words.name} required {...form.field('name')}>
        <Input value={values.name} mono onChange={(name) => form.set({ name })} />
      </Field>
      <Field label={words.isKey} group {...form.field('isKey')}>
        <Checkbox label={words.useAsKey} checked={values.isKey} onChange={(isKey) => form.set({ isKey })} />
      </Field>
      {values.isKey && (
        <div className={styles.position}>
          <Field label={words.position} required {...form.field('position')}>
            <NumberInput min={1} value={values.position} onChange={(position) => form.set({ position })} />
          </Field>
        </div>
      )}
      <Field label={words.dataType}>
        <Input value={words.string} readOnly onChange={() => undefined} />
      </Field>
      <Field label={words.source} required {...form.field('source')}>
        <Select
          options={
            known || values.source === '' ? sources : [...sources, { value: values.source, label: values.source }]
          }
          value={values.source === '' ? undefined : values.source}
          placeholder={words.chooseSource}
          onChange={(source) => form.set({ source })}
        />
      </Field>
      {values.source === 'template-v1' && (
        <>
          <Field label={words.template} required help={words.templateHelp} {...form.field('template')}>
            <Textarea rows={2} value={values.template} onChange={(template) => form.set({ template })} />
          </Field>
          <Checkbox
            label={words.requireValues}
            checked={values.requireValues}
            onChange={(requireValues) => form.set({ requireValues })}
          />
          <div className={styles.example} role="note">
            <p className={styles.title}>{words.exampleTitle}</p>
            <p>{words.exampleFilter}</p>
            <code>{words.exampleFilterText}</code>
            <p>{words.exampleAggregation}</p>
            <code>{words.exampleAggregationText}</code>
            <p>{words.requireHelp}</p>
          </div>
        </>
      )}
      {values.source === 'lookup-v1' && !mayLookUp && <Alert>{words.noTableRight}</Alert>}
      {values.source === 'lookup-v1' && mayLookUp && (
        <>
          <Field label={words.table} required help={words.tableHelp} {...form.field('table')}>
            <LookupTableInput value={values.table} onChange={(table) => form.set({ table })} />
          </Field>
          <Field label={words.keyField} required help={words.keyFieldHelp} {...form.field('keyField')}>
            <Input value={values.keyField} mono onChange={(keyField) => form.set({ keyField })} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
