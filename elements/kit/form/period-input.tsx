/**
 * Renders an input for an ISO 8601 period (spec 1 §5 "ISO duration input"): typed text is converted to upper case and a
 * missing `P` is added. Words such as `5 minutes` are accepted too, and stay as typed until the input loses the focus.
 */
import { useState, type ReactNode } from 'react';
import { isPeriodInWords, normalPeriod } from '../../../machines/time-range/searches-config-form.js';
import { Input, type InputProps } from '../input.js';

export interface PeriodInputProps extends Omit<InputProps, 'onChange'> {
  /** ISO 8601 period such as `PT1H`, or a text that is no period yet. */
  readonly value: string;
  /** Called with the typed text as an ISO 8601 period; a text that is no period is passed in upper case. */
  readonly onChange: (period: string) => void;
}

export function PeriodInput({ value, onChange, onBlur, ...rest }: PeriodInputProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      mono
      {...rest}
      value={typed !== undefined && normalPeriod(typed) === normalPeriod(value) ? typed : value}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
      onChange={(text) => {
        setTyped(isPeriodInWords(text) ? text : text.toUpperCase());
        onChange(normalPeriod(text));
      }}
    />
  );
}
