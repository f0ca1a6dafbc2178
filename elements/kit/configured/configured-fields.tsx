/**
 * Renders the form of an input or output: the title, and the configuration fields that the server describes for the
 * type.
 */
import type { ReactNode } from 'react';
import {
  initialValues,
  missingFields,
  type ConfigFields,
  type ConfigValues,
} from '../../../api/contract/config-fields.js';
import { ConfigurationFields } from '../configuration-fields.js';
import { Field } from '../field.js';
import type { FieldErrors, Form } from '../form/index.js';
import { Input } from '../input.js';

export interface ConfiguredValues {
  readonly title: string;
  readonly configuration: ConfigValues;
}

/**
 * Returns the initial values of the form.
 *
 * @param stored the edited entity; absent: a new entity, which has an empty title and the defaults of its type
 */
export const configuredValues = (
  fields: ConfigFields,
  stored?: { readonly title: string; readonly configuration: ConfigValues },
): ConfiguredValues => ({
  title: stored?.title ?? '',
  configuration: initialValues(fields, stored?.configuration),
});

export const configuredProblems = (
  fields: ConfigFields,
  { title, configuration }: ConfiguredValues,
  titleMissing: string,
): FieldErrors<ConfiguredValues> => ({
  title: title.trim() === '' ? titleMissing : undefined,
  configuration: missingFields(fields, configuration)[0],
});

export interface TitledFieldsProps {
  /** Label of the title. */
  readonly label: string;
  readonly fields: ConfigFields;
  readonly form: Pick<Form<ConfiguredValues>, 'values' | 'field' | 'tried'> & {
    readonly set: (part: Partial<ConfiguredValues>) => void;
  };
}

export function TitledFields({ label, fields, form: { values, set, field, tried } }: TitledFieldsProps): ReactNode {
  return (
    <>
      <Field label={label} required {...field('title')}>
        <Input value={values.title} data-autofocus="" onChange={(title) => set({ title })} />
      </Field>
      <ConfigurationFields
        fields={fields}
        values={values.configuration}
        onChange={(configuration) => set({ configuration })}
        missing={tried ? missingFields(fields, values.configuration) : []}
      />
    </>
  );
}
