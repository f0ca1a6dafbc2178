import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import {
  boundsOf,
  hasAttribute,
  isSecret,
  isStoredSecret,
  orderedFields,
  secretMask,
  type ConfigField,
  type ConfigFields,
  type ConfigValues,
} from '../../api/contract/config-fields.js';
import { Checkbox } from './checkbox.js';
import { Field } from './field.js';
import { BinaryInput } from './form/binary-input.js';
import { SecretField } from './form/secret-field.js';
import { Input } from './input.js';
import { MultiSelect } from './multi-select.js';
import { NumberInput } from './number-input.js';
import { PasswordInput } from './password-input.js';
import { Select } from './select.js';
import { laterKitTexts } from './later-texts.js';
import { kitTexts } from './texts.js';
import { Textarea } from './textarea.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  switch: { display: 'flex', flexDirection: 'column', gap: '2px' },
  help: { paddingLeft: '24px', color: tokens.text.tertiary, ...type.caption },
});

export interface ConfigurationFieldsProps {
  readonly fields: ConfigFields;
  readonly values: ConfigValues;
  readonly onChange: (values: ConfigValues) => void;
  /** Names of required fields without a value. */
  readonly missing: readonly string[];
}

/**
 * Renders a control for each configuration field that the server describes, for example of decorators, inputs, outputs
 * and alert notifications.
 */
export function ConfigurationFields({ fields, values, onChange, missing }: ConfigurationFieldsProps): ReactNode {
  const styles = useStyles();
  return orderedFields(fields).map(([name, field]) => {
    const set = (value: unknown) => onChange({ ...values, [name]: value });
    const help = field.description ?? undefined;
    if (field.type === 'boolean') {
      return (
        <div key={name} className={styles.switch}>
          <Checkbox label={field.human_name} checked={isOn(values[name])} onChange={set} />
          {help !== undefined && <span className={styles.help}>{help}</span>}
        </div>
      );
    }
    const error = missing.includes(name) ? kitTexts.required(field.human_name) : undefined;
    if (field.is_encrypted) {
      return <EncryptedField key={name} field={field} value={values[name]} onChange={set} help={help} error={error} />;
    }
    return (
      <Field
        key={name}
        label={field.human_name}
        optional={field.is_optional}
        required={!field.is_optional}
        help={help}
        error={error}
      >
        <Control field={field} value={values[name]} onChange={set} />
      </Field>
    );
  });
}

const isOn = (value: unknown): boolean => value === true || value === 'true';
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

interface ControlProps {
  readonly field: ConfigField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Control({ field, value, onChange }: ControlProps): ReactNode {
  const has = (attribute: string): boolean => hasAttribute(field, attribute);
  const options = Object.entries(field.additional_info.values ?? {}).map(([key, label]) => ({ value: key, label }));
  switch (field.type) {
    case 'number':
      return (
        <NumberInput value={typeof value === 'number' ? value : undefined} onChange={onChange} {...boundsOf(field)} />
      );
    case 'dropdown':
      return (
        <Select
          options={options}
          value={options.some((option) => option.value === value) ? String(value) : undefined}
          placeholder={options.length === 0 ? laterKitTexts.noOptions : laterKitTexts.select}
          disabled={options.length === 0}
          onChange={onChange}
        />
      );
    case 'list':
      return (
        <MultiSelect
          label={field.human_name}
          options={options}
          selected={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          creatable={has('allow_create') || options.length === 0}
        />
      );
    case 'inline_binary':
      return <BinaryInput onChange={(base64) => onChange(base64 ?? '')} />;
    default:
      if (isSecret(field)) return <SecretInput value={value} onChange={onChange} />;
      if (has('textarea')) return <Textarea value={textOf(value)} onChange={onChange} />;
      return <Input value={textOf(value)} onChange={onChange} />;
  }
}

interface EncryptedFieldProps extends ControlProps {
  readonly help: string | undefined;
  readonly error: string | undefined;
}

/**
 * Renders a field for an encrypted value: the server sends `{is_set}` in place of the value and expects an instruction
 * to keep, replace or delete the value.
 */
function EncryptedField({ field, value, onChange, help, error }: EncryptedFieldProps): ReactNode {
  const [stored] = useState(() => isStoredSecret(value));
  return (
    <SecretField
      label={field.human_name}
      required={!field.is_optional}
      stored={stored}
      file={field.type === 'inline_binary'}
      lines={hasAttribute(field, 'textarea')}
      onChange={onChange}
      help={help}
      error={error}
    />
  );
}

/** Renders an input to replace or delete a secret; the stored secret is shown as a mask. */
function SecretInput({ value, onChange }: Omit<ControlProps, 'field'>): ReactNode {
  const [kept, setKept] = useState(textOf(value) !== '');
  return (
    <PasswordInput
      value={kept ? secretMask : textOf(value)}
      autoComplete="new-password"
      onChange={(text) => {
        setKept(false);
        onChange(kept ? text.replaceAll(secretMask.charAt(0), '') : text);
      }}
    />
  );
}
