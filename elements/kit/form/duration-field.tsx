/**
 * Field for an ISO 8601 duration (spec 1 §5 "ISO duration input"): typed text is converted to upper case, a missing `P`
 * is added, and `onChange` is called only with valid durations. Words such as `5 minutes` are accepted too.
 */
import { useState, type ReactNode } from 'react';
import { isPeriodInWords, normalPeriod, periodText } from '../../../machines/time-range/searches-config-form.js';
import { Field } from '../field.js';
import { Input } from '../input.js';
import { formTexts } from './texts.js';

export interface DurationFieldProps {
  readonly label?: string;
  /** ISO 8601 duration such as `PT1H`. */
  readonly value: string;
  readonly onChange: (duration: string) => void;
  readonly required?: boolean;
  /** Returns the text of what is wrong with a valid duration, such as being too short; undefined when it is acceptable. */
  readonly check?: (duration: string) => string | undefined;
  readonly error?: string | undefined;
}

export function DurationField(props: DurationFieldProps): ReactNode {
  const { label = formTexts.duration, value, onChange, required = false, check, error } = props;
  const [typed, setTyped] = useState(value);
  const [passed, setPassed] = useState(value);
  // A value that the caller changes, for example by a reset, replaces the typed text.
  if (value !== passed) {
    setPassed(value);
    setTyped(value);
  }
  const words = periodText(typed);
  const wrong = words === undefined ? formTexts.invalid : check?.(normalPeriod(typed));
  return (
    <Field
      label={label}
      required={required}
      help={words === undefined ? formTexts.asDuration : `${formTexts.asDuration}: ${words}`}
      error={wrong ?? error}
    >
      <Input
        mono
        value={typed}
        onBlur={() => words !== undefined && setTyped(normalPeriod(typed))}
        onChange={(text) => {
          const next = normalPeriod(text);
          const isPeriod = periodText(next) !== undefined;
          // Words are not converted to a duration while the user types, because `5 min` may become `5 minutes`.
          setTyped(isPeriodInWords(text) ? text : isPeriod ? next : text.toUpperCase());
          if (!isPeriod || check?.(next) !== undefined) return;
          setPassed(next);
          onChange(next);
        }}
      />
    </Field>
  );
}
