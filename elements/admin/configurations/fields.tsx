/** Fields for ISO 8601 durations and for amounts with a unit of time, shared by several sections. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { durationMs } from '../../../api/duration.js';
import { isPeriodInWords, normalPeriod, periodText } from '../../../machines/time-range/searches-config-form.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  amount: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '8px' },
});

export interface PeriodFieldProps {
  readonly label: string;
  /** Text of the field, which need not be a valid duration. */
  readonly value: string;
  readonly onChange: (period: string) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

export function PeriodField({ label, value, onChange, help, error, disabled = false }: PeriodFieldProps): ReactNode {
  const words = periodText(value);
  const form = words === undefined ? texts.asDuration : `${texts.asDuration}: ${words}.`;
  return (
    <Field label={label} required help={help === undefined ? form : `${help} (${form})`} error={error}>
      <Input
        mono
        spellCheck={false}
        disabled={disabled}
        value={value}
        onChange={(text) => onChange(isPeriodInWords(text) ? text : text.toUpperCase())}
        onBlur={() => onChange(normalPeriod(value))}
      />
    </Field>
  );
}

/** Returns the length of an ISO 8601 duration in ms; undefined for an invalid text. */
export const periodMs = (text: string): number | undefined => durationMs(normalPeriod(text));

/**
 * Returns the text of what is wrong with an ISO 8601 duration; undefined if it is acceptable.
 * @param shortest minimum length in ms
 * @param words the minimum length in words, for the text
 */
export function periodProblem(text: string, shortest: number, words: string): string | undefined {
  const length = periodMs(text);
  if (length === undefined) return texts.invalid;
  return length < shortest ? texts.atLeast(words) : undefined;
}

/** Returns an ISO 8601 duration as stored, followed by its meaning in words; an invalid one is returned unchanged. */
export const periodSummary = (period: string): string => {
  const words = periodText(period);
  return words === undefined ? period : `${period} (${words})`;
};

export type Unit = keyof typeof texts.units;

export interface Amount {
  /** Number of units; undefined while the text of the field is no number. */
  readonly value: number | undefined;
  readonly unit: Unit;
}

const unitMs: Readonly<Record<Unit, number>> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

export const msOf = ({ value, unit }: Amount): number => Math.round((value ?? 0) * unitMs[unit]);

/** Returns a duration in ms as an amount in the first of `units` that divides it without a remainder, else in seconds. */
export function amountOf(ms: number, units: readonly Unit[]): Amount & { readonly value: number } {
  const unit = units.find((one) => ms > 0 && ms % unitMs[one] === 0) ?? 'seconds';
  return { value: ms / unitMs[unit], unit };
}

export interface AmountFieldProps {
  readonly label: string;
  readonly amount: Amount;
  readonly units: readonly Unit[];
  readonly onChange: (amount: Amount) => void;
  readonly min?: number;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

export function AmountField(props: AmountFieldProps): ReactNode {
  const { label, amount, units, onChange, min = 1, help, error, disabled = false } = props;
  const styles = useStyles();
  return (
    <Field label={label} required group help={help} error={error}>
      <div className={styles.amount}>
        <NumberInput
          min={min}
          aria-label={label}
          aria-required
          invalid={error !== undefined}
          disabled={disabled}
          value={amount.value}
          onChange={(value) => onChange({ ...amount, value })}
        />
        <Select
          aria-label={texts.unitOf(label)}
          disabled={disabled}
          options={units.map((unit) => ({ value: unit, label: texts.units[unit] }))}
          value={amount.unit}
          onChange={(unit) => onChange({ ...amount, unit })}
        />
      </div>
    </Field>
  );
}
