/**
 * Renders a field for a duration: a number, or a typed duration such as `5 minutes`, and a unit (hours, minutes or
 * seconds).
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { Field } from '../../kit/field.js';
import { AmountInput } from '../../kit/form/index.js';
import { formTexts } from './form-texts.js';

const units = [
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;
type Unit = (typeof units)[number][0];
const sizeOf = (unit: Unit): number => units.find(([name]) => name === unit)?.[1] ?? 1000;
/** Returns the largest unit that divides a duration without a remainder. */
const unitOf = (ms: number): Unit => units.find(([, size]) => ms > 0 && ms % size === 0)?.[0] ?? 'seconds';

const options = units.map(([value, ms]) => ({ value, label: value, seconds: ms / 1000 }));

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(72px, 120px) minmax(104px, 140px)', gap: '8px' },
});

export interface DurationInputProps {
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
  /** The duration in ms; 0 when the typed number is invalid. */
  readonly ms: number;
  readonly onChange: (ms: number) => void;
}

export function DurationInput(props: DurationInputProps): ReactNode {
  const { label, help, required = false, disabled = false, error, ms, onChange } = props;
  const styles = useStyles();
  /** The unit that the user has chosen, kept while the user types: 60 minutes do not become 1 hour. */
  const [chosen, setChosen] = useState<Unit>(unitOf(ms));
  const unit = ms % sizeOf(chosen) === 0 ? chosen : unitOf(ms);
  const value = ms > 0 ? ms / sizeOf(unit) : undefined;
  return (
    <Field label={label} group required={required} error={error} help={help}>
      <div className={styles.root}>
        <AmountInput
          label={label}
          unitLabel={`${label}: ${formTexts.condition.units}`}
          units={options}
          required={required}
          disabled={disabled}
          value={value}
          unit={unit}
          onChange={(next, of) => {
            setChosen(of);
            onChange(next === undefined || next < 1 ? 0 : Math.round(next) * sizeOf(of));
          }}
        />
      </div>
    </Field>
  );
}
