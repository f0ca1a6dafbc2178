/** Renders form fields shared by creating and editing an account (screens/administration.md A3, A5). */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { Checkbox } from '../../kit/checkbox.js';
import { useConfirm } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { TimeZoneSelect } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { NumberInput } from '../../kit/number-input.js';
import { PasswordInput } from '../../kit/password-input.js';
import { Select } from '../../kit/select.js';
import { container } from '../../kit/tokens.js';
import { useAllRoles } from '../../kit/use-all-roles.js';
import { units, type Timeout } from './checks.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  timeout: { display: 'grid', gap: '8px' },
  amount: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 140px',
    gap: '8px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

const { form } = texts;

interface ControlProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
}

export function NameField({ label, value, onChange, error }: ControlProps<string> & { readonly label: string }) {
  return (
    <Field label={label} required error={error}>
      <Input value={value} onChange={onChange} />
    </Field>
  );
}

export function EmailField({ value, onChange, error }: ControlProps<string>): ReactNode {
  return (
    <Field label={form.email} required error={error}>
      <Input type="email" value={value} onChange={onChange} />
    </Field>
  );
}

export function TimeoutField({ value, onChange, error }: ControlProps<Timeout>): ReactNode {
  const styles = useStyles();
  const set = (part: Partial<Timeout>): void => onChange({ ...value, ...part });
  return (
    <Field label={form.timeout} group help={form.timeoutHelp} error={error}>
      <div className={styles.timeout}>
        <Checkbox label={form.never} checked={value.never} onChange={(never) => set({ never })} />
        <div className={styles.amount}>
          <NumberInput
            aria-label={form.amount}
            placeholder={form.amount}
            min={1}
            disabled={value.never}
            invalid={error !== undefined}
            value={value.amount}
            onChange={(amount) => set({ amount })}
          />
          <Select
            aria-label={form.unit}
            disabled={value.never}
            options={[...units].reverse().map((unit) => ({ value: String(unit), label: unitName(unit) }))}
            value={String(value.unit)}
            onChange={(unit) => set({ unit: Number(unit) })}
          />
        </div>
      </div>
    </Field>
  );
}

export function ZoneField({ value, onChange }: ControlProps<string>): ReactNode {
  return (
    <Field label={form.zone} help={form.zoneHelp}>
      <TimeZoneSelect value={value} onChange={onChange} placeholder={form.noZone} />
    </Field>
  );
}

/**
 * Renders a checkbox for a service account; checking it asks for confirmation, because a service account cannot use the
 * console.
 */
export function ServiceField({ value, onChange }: ControlProps<boolean>): ReactNode {
  const confirm = useConfirm();
  const change = async (service: boolean): Promise<void> => {
    const { serviceTitle: title, serviceText: text, serviceConfirm } = form;
    if (!service || (await confirm({ title, text, confirm: serviceConfirm }))) onChange(service);
  };
  return (
    <Field label={form.service} group help={form.serviceHelp}>
      <Checkbox label={form.serviceLabel} checked={value} onChange={(service) => void change(service)} />
    </Field>
  );
}

/** Renders a multi-select for roles; the value contains role names. */
export function RolesField({ value, onChange, error }: ControlProps<readonly string[]>): ReactNode {
  const { maySee, roles = [], error: failure, loading } = useAllRoles();
  const names = maySee ? roles.map(({ name }) => name) : value;
  const options = names.map((name) => ({ value: name, label: name }));
  return (
    <Field
      label={form.assign}
      required
      {...(!maySee && { help: form.rolesUnseen })}
      error={error ?? (failure ? reasonOf(failure) : undefined)}
    >
      <MultiSelect options={options} selected={value} onChange={onChange} loading={loading} />
    </Field>
  );
}

interface PasswordFieldsProps {
  readonly password: ControlProps<string>;
  readonly repeated: ControlProps<string>;
}

export function PasswordFields({ password, repeated }: PasswordFieldsProps): ReactNode {
  return (
    <>
      <Field label={form.newPassword} required help={form.passwordHelp} error={password.error}>
        <PasswordInput autoComplete="new-password" value={password.value} onChange={password.onChange} />
      </Field>
      <Field label={form.repeat} required error={repeated.error}>
        <PasswordInput autoComplete="new-password" value={repeated.value} onChange={repeated.onChange} />
      </Field>
    </>
  );
}

const unitName = (unit: number): string => (form.units as Readonly<Record<number, string>>)[unit] ?? '';
