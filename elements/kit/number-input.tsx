import { useState, type ReactNode } from 'react';
import { Input, type InputProps } from './input.js';

export interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** Undefined when the field is empty. */
  readonly value: number | undefined;
  /** Undefined while what is typed is not a number. */
  readonly onChange: (value: number | undefined) => void;
}

/** Number field. The browser gets the limits (`min`, `max`, `step`); the field's error says whether they hold. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps): ReactNode {
  // Incomplete input ("1e", "-") is no number yet but must stay.
  const [draft, setDraft] = useState<string>();
  const text = value === undefined ? '' : String(value);
  return (
    <Input
      inputMode="decimal"
      {...rest}
      type="number"
      value={draft !== undefined && numberOf(draft) === value ? draft : text}
      onChange={(next) => {
        setDraft(next);
        onChange(numberOf(next));
      }}
    />
  );
}

function numberOf(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
