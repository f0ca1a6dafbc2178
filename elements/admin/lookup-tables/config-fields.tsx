/** Renders form fields for a configuration, generated from the description of its type (`api/lookup`). */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { isDurationOn, timeUnits, type LookupField, type LookupTypeDescription } from '../../../api/lookup/fields.js';
import { UrlField } from '../../kit/allow-list/url-field.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { AmountInput, KeyValueTable } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { NumberInput } from '../../kit/number-input.js';
import { PasswordInput } from '../../kit/password-input.js';
import { Select } from '../../kit/select.js';
import { tokens, type } from '../../kit/tokens.js';
import { shownText } from './config-summary.js';

const useStyles = makeStyles({
  note: { color: tokens.text.tertiary, ...type.caption },
  error: { color: tokens.status.danger.text, ...type.caption },
  duration: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(80px, 140px) minmax(110px, 180px)',
    justifyContent: 'start',
    gap: '8px',
    alignItems: 'center',
  },
  suffix: { color: tokens.text.tertiary, paddingRight: '10px', ...type.caption },
});

type Config = Readonly<Record<string, unknown>>;

export interface ConfigFieldsProps {
  readonly description: LookupTypeDescription;
  readonly config: Config;
  readonly onChange: (part: Config) => void;
  readonly errorOf: (name: string) => string | undefined;
  /** Names of the columns that a field of the kind `column` offers. */
  readonly columns?: readonly string[];
}

export function ConfigFields({ description, config, onChange, errorOf, columns }: ConfigFieldsProps): ReactNode {
  return Object.entries(description.fields).map(([name, field]) =>
    field.when && config[field.when.field] !== field.when.is ? null : (
      <ConfigControl
        key={name}
        name={name}
        field={field}
        config={config}
        onChange={onChange}
        error={errorOf(name)}
        {...(columns && { columns })}
      />
    ),
  );
}

export interface ControlProps {
  readonly name: string;
  readonly field: LookupField;
  readonly config: Config;
  readonly onChange: (part: Config) => void;
  readonly error: string | undefined;
  readonly columns?: readonly string[];
}

type TimeUnit = (typeof timeUnits)[number];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function ConfigControl(props: ControlProps): ReactNode {
  const { name, field, config, onChange, error, columns } = props;
  const styles = useStyles();
  const value = config[name];
  const { label, help } = field;
  const around = { label, help, error, ...(field.optional ? { optional: true } : { required: true }) };
  const set = (next: unknown): void => onChange({ [name]: next });
  switch (field.kind) {
    case 'flag':
      return (
        <div>
          <Checkbox label={label} checked={value === true} onChange={set} />
          <p className={error === undefined ? styles.note : styles.error}>{error ?? help}</p>
        </div>
      );
    case 'choice':
      return (
        <Field {...around}>
          <Select
            options={Object.entries(field.choices ?? {}).map(([id, shown]) => ({ value: id, label: shown }))}
            value={textOf(value)}
            onChange={set}
          />
        </Field>
      );
    case 'number':
      return (
        <Field {...around}>
          <NumberInput
            min={field.min ?? 0}
            step={1}
            value={typeof value === 'number' ? value : undefined}
            onChange={(next) => set(next ?? null)}
            {...(field.suffix !== undefined && { after: <span className={styles.suffix}>{field.suffix}</span> })}
          />
        </Field>
      );
    case 'duration':
      return <DurationControl {...props} />;
    case 'headers':
      return (
        <div>
          <KeyValueTable
            label={label}
            values={Object.fromEntries(
              Object.entries((value ?? {}) as Config).map(([key, text]) => [key, String(text)]),
            )}
            onChange={(headers) => set(Object.keys(headers).length === 0 ? null : headers)}
            error={error}
          />
          {error === undefined && <p className={styles.note}>{help}</p>}
        </div>
      );
    case 'url':
      return (
        <UrlField
          label={label}
          value={textOf(value)}
          onChange={set}
          required={!field.optional}
          help={help}
          error={error}
          entryTitle={textOf(config['title'])}
          {...(field.isTemplate && { placeholder: '${key}' })}
        />
      );
    case 'secret':
      return (
        <Field {...around}>
          <PasswordInput value={textOf(value)} onChange={(next) => set(next === '' ? null : next)} autoComplete="off" />
        </Field>
      );
    case 'column':
      return (
        <Field {...around}>
          {columns ? (
            <Select options={columns.map((one) => ({ value: one, label: one }))} value={textOf(value)} onChange={set} />
          ) : (
            <Input mono value={textOf(value)} onChange={set} />
          )}
        </Field>
      );
    default:
      return (
        <Field {...around}>
          <Input
            mono={field.kind === 'character'}
            value={shownText(textOf(value))}
            onChange={(next) => set(field.kind === 'character' && next === '\\t' ? '\t' : next)}
          />
        </Field>
      );
  }
}

const unitSeconds: Readonly<Record<TimeUnit, number>> = {
  NANOSECONDS: 1e-9,
  MICROSECONDS: 1e-6,
  MILLISECONDS: 1e-3,
  SECONDS: 1,
  MINUTES: 60,
  HOURS: 3600,
  DAYS: 86_400,
};
const durationUnits = timeUnits.map((value) => ({ value, label: value.toLowerCase(), seconds: unitSeconds[value] }));
const isTimeUnit = (unit: unknown): unit is TimeUnit => timeUnits.some((one) => one === unit);

/** Renders fields for a duration with a unit, after a check box that enables the duration. */
function DurationControl({ name, field, config, onChange, error }: ControlProps): ReactNode {
  const styles = useStyles();
  const isOn = isDurationOn(name, field, config);
  const unit = field.unit === undefined ? undefined : config[field.unit];
  const initial = typeof field.initial === 'number' && field.initial > 0 ? field.initial : 60;
  const toggle = (on: boolean): void =>
    onChange({
      [name]: on ? initial : (field.off ?? null),
      ...(field.unit !== undefined && { [field.unit]: on ? (field.initialUnit ?? 'SECONDS') : null }),
      ...(field.enabled !== undefined && { [field.enabled]: on }),
    });
  return (
    <Field label={field.label} help={field.help} error={error} group>
      <div className={styles.duration}>
        <Checkbox aria-label={field.label} checked={isOn} onChange={toggle} />
        <AmountInput
          label={`${field.label}: number`}
          unitLabel={`${field.label}: unit`}
          units={durationUnits}
          whole
          disabled={!isOn}
          value={isOn && typeof config[name] === 'number' ? config[name] : undefined}
          unit={isOn && isTimeUnit(unit) ? unit : 'SECONDS'}
          onChange={(next, of) =>
            // The last number stays while the text is no duration, because without a number the duration would be off.
            next !== undefined && onChange({ [name]: next, ...(field.unit !== undefined && { [field.unit]: of }) })
          }
        />
      </div>
    </Field>
  );
}
