/**
 * Renders a field with a button for each parameter of the query, which opens the source of the parameter's value
 * (screens/dashboards-sharing-alerts.md §9.5).
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { ParameterValue } from '../../../machines/event-condition/definition-values.js';
import { usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { LookupTableInput } from '../../kit/lookup-table-input.js';
import { formTexts } from './form-texts.js';

const words = formTexts.condition;
const { required } = formTexts.fields;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface ParametersFieldProps {
  readonly parameters: readonly ParameterValue[];
  readonly onChange: (parameters: readonly ParameterValue[]) => void;
  readonly error?: string | undefined;
}

export function ParametersField({ parameters, onChange, error }: ParametersFieldProps): ReactNode {
  const styles = useStyles();
  const mayRead = usePermission('lookuptables:read');
  const [open, setOpen] = useState<ParameterValue>();
  if (parameters.length === 0) return null;
  const undeclared = parameters.filter(({ embryonic }) => embryonic);
  return (
    <div className={styles.root}>
      {mayRead ? (
        <Field label={words.parameters} group help={words.noTables} error={error}>
          <div className={styles.buttons}>
            {parameters.map((parameter) => (
              <Button
                key={parameter.name}
                size="small"
                aria-label={words.declare(parameter.name)}
                onClick={() => setOpen(parameter)}
              >
                {parameter.name}
              </Button>
            ))}
          </div>
        </Field>
      ) : (
        <Alert>{words.noParameterRight}</Alert>
      )}
      {undeclared.length > 0 && (
        <Alert kind="danger" title={words.undeclaredTitle}>
          {undeclared.map(({ name }) => (
            <p key={name}>{words.undeclared(name)}</p>
          ))}
        </Alert>
      )}
      {open && (
        <ParameterDialog
          parameter={open}
          onClose={() => setOpen(undefined)}
          onDeclared={(declared) => {
            onChange(parameters.map((one) => (one.name === declared.name ? declared : one)));
            setOpen(undefined);
          }}
        />
      )}
    </div>
  );
}

interface ParameterDialogProps {
  readonly parameter: ParameterValue;
  readonly onClose: () => void;
  readonly onDeclared: (parameter: ParameterValue) => void;
}

function ParameterDialog({ parameter, onClose, onDeclared }: ParameterDialogProps): ReactNode {
  const form = useForm({
    initial: { table: parameter.lookup_table, key: parameter.key, usual: parameter.default_value ?? '' },
    check: ({ table, key }) => ({
      table: table.trim() === '' ? required : undefined,
      key: key.trim() === '' ? required : undefined,
    }),
    guarded: false,
    save: (values) => Promise.resolve(values),
    onSaved: ({ table, key, usual }) => {
      const { embryonic: _embryonic, default_value: _default, ...kept } = parameter;
      onDeclared({
        ...kept,
        lookup_table: table.trim(),
        key: key.trim(),
        ...(usual !== '' && { default_value: usual, optional: true }),
      });
    },
  });
  const { values } = form;
  return (
    <FormDialog form={form} title={words.declare(parameter.name)} submit={words.save} failed="" onClose={onClose}>
      <Field label={words.table} required help={words.tableHelp} {...form.field('table')}>
        <LookupTableInput value={values.table} onChange={(table) => form.set({ table })} />
      </Field>
      <Field label={words.key} required {...form.field('key')}>
        <Input value={values.key} onChange={(key) => form.set({ key })} />
      </Field>
      <Field label={words.defaultValue} optional {...form.field('usual')}>
        <Input value={values.usual} onChange={(usual) => form.set({ usual })} />
      </Field>
    </FormDialog>
  );
}
