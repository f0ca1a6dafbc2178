/** Renders the step of the wizard for the search of users and the mapping of their attributes. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { Fields } from '../../kit/form/index.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, DeleteIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { Select } from '../../kit/select.js';
import { container } from '../../kit/tokens.js';
import type { BackendValues } from './backend-form.js';
import { texts } from './texts.js';
import type { StepProps } from './wizard-page.js';

const useStyles = makeStyles({
  mappings: { display: 'grid', gap: '8px', justifyItems: 'start' },
  mapping: {
    display: 'grid',
    width: '100%',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
    gap: '8px',
    alignItems: 'center',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
});

const { fields, help, form: words } = texts;

type TextName = {
  [Name in keyof BackendValues]: BackendValues[Name] extends string ? Name : never;
}[keyof BackendValues];

export function UsersStep(props: StepProps): ReactNode {
  const { type, form, error, roles } = props;
  const { values, set } = form;
  const fromProvider = type === 'oidc' && values.roles_claim.trim() !== '';
  return (
    <Fields>
      {type === 'oidc' ? <ClaimFields {...props} /> : <AttributeFields {...props} />}
      <Field
        label={fields.roles}
        required
        help={fromProvider ? help.rolesAlways : help.roles}
        error={error('default_roles')}
      >
        <MultiSelect
          options={roles}
          selected={values.default_roles}
          onChange={(default_roles) => set({ default_roles })}
        />
      </Field>
      {!fromProvider && <Alert>{help.rolesInfo}</Alert>}
    </Fields>
  );
}

interface TextRow {
  readonly name: TextName & string;
  readonly label: string;
  readonly help?: string;
  readonly optional?: boolean;
}

function TextFields({
  form: { values, set },
  error,
  rows,
}: StepProps & { readonly rows: readonly TextRow[] }): ReactNode {
  return rows.map(({ name, label, help: note, optional = false }) => (
    <Field
      key={name}
      label={label}
      required={!optional}
      optional={optional}
      {...(note !== undefined && { help: note })}
      error={error(name)}
    >
      <Input mono value={values[name]} onChange={(text) => set({ [name]: text })} />
    </Field>
  ));
}

function AttributeFields(props: StepProps): ReactNode {
  const { type, form, error } = props;
  return (
    <>
      <TextFields
        {...props}
        rows={[
          { name: 'user_search_base', label: fields.searchBase, help: help.searchBase },
          { name: 'user_search_pattern', label: fields.searchPattern, help: help.searchPattern },
          { name: 'user_name_attribute', label: fields.name, help: help.name },
        ]}
      />
      {type === 'ldap' && (
        <Field label={fields.emails} help={help.emails} error={error('email_attributes')}>
          <MultiSelect
            creatable
            options={form.values.email_attributes.map((name) => ({ value: name, label: name }))}
            selected={form.values.email_attributes}
            onChange={(email_attributes) => form.set({ email_attributes })}
          />
        </Field>
      )}
      <TextFields
        {...props}
        rows={[
          { name: 'user_full_name_attribute', label: fields.fullName },
          ...(type === 'ldap' ? [{ name: 'user_unique_id_attribute' as const, label: fields.id, help: help.id }] : []),
        ]}
      />
    </>
  );
}

function ClaimFields(props: StepProps): ReactNode {
  return (
    <>
      <TextFields
        {...props}
        rows={[
          { name: 'user_name_claim', label: fields.nameClaim, help: help.nameClaim },
          { name: 'full_name_claim', label: fields.fullNameClaim },
          { name: 'email_claim', label: fields.emailClaim },
          { name: 'roles_claim', label: fields.rolesClaim, help: help.rolesClaim, optional: true },
        ]}
      />
      {/* The server checks mappings also without a claim, so existing ones stay visible. */}
      {(props.form.values.roles_claim.trim() !== '' || props.form.values.role_mappings.length > 0) && (
        <Mappings {...props} />
      )}
    </>
  );
}

function Mappings({ form: { values, set }, error, roles }: StepProps): ReactNode {
  const styles = useStyles();
  const { role_mappings: mappings } = values;
  const change = (at: number, part: Partial<(typeof mappings)[number]>): void =>
    set({ role_mappings: mappings.map((mapping, index) => (index === at ? { ...mapping, ...part } : mapping)) });
  return (
    <Field label={fields.mappings} group help={help.mappings} error={error('role_mappings')}>
      <div className={styles.mappings}>
        {mappings.map(({ value, role_id: id }, at) => (
          <div key={at} className={styles.mapping}>
            <Input mono aria-label={words.value} value={value} onChange={(text) => change(at, { value: text })} />
            <Select
              aria-label={words.role}
              options={roles}
              value={roles.find((role) => role.value === id)?.value}
              placeholder={words.role}
              onChange={(role_id) => change(at, { role_id })}
            />
            <IconButton
              label={words.removeMapping(value)}
              icon={<DeleteIcon />}
              onClick={() => set({ role_mappings: mappings.filter((_, index) => index !== at) })}
            />
          </div>
        ))}
        <Button icon={<AddIcon />} onClick={() => set({ role_mappings: [...mappings, { value: '', role_id: '' }] })}>
          {words.addMapping}
        </Button>
      </div>
    </Field>
  );
}
