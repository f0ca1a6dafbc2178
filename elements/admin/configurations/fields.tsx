/** Renders fields for ISO 8601 durations and for amounts with a unit of time, shared by several sections. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { durationMs } from '../../../api/duration.js';
import { normalPeriod, periodText } from '../../../machines/time-range/searches-config-form.js';
import { Field } from '../../kit/field.js';
import { AmountInput, PeriodInput } from '../../kit/form/index.js';
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
      <PeriodInput disabled={disabled} value={value} onChange={onChange} />
    </Field>
  );
}

/** Returns the length of an ISO 8601 duration in ms; undefined for an invalid text. */
export const periodMs = (text: string): number | undefined => durationMs(normalPeriod(text));

/**
 * Returns the error text of an ISO 8601 duration; undefined if the duration is acceptable.
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

/**
 * Converts a duration in ms to an amount in the first of `units` that divides the duration without a remainder. If
 * there is no such unit, the amount is in seconds.
 */
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
        <AmountInput
          label={label}
          unitLabel={texts.unitOf(label)}
          units={units.map((unit) => ({ value: unit, label: texts.units[unit], seconds: unitMs[unit] / 1000 }))}
          required
          invalid={error !== undefined}
          min={min}
          disabled={disabled}
          value={amount.value}
          unit={amount.unit}
          onChange={(value, unit) => onChange({ value, unit })}
        />
      </div>
    </Field>
  );
}
