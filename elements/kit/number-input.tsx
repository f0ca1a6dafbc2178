import { useEffect, useState, type InvalidEvent, type ReactNode } from 'react';
import { useFieldFault } from './field.js';
import { Input, type InputProps } from './input.js';
import { laterKitTexts } from './later-texts.js';

export interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** The number; undefined for an empty field. */
  readonly value: number | undefined;
  /** Called with the typed number, or with undefined while the typed text is no number. */
  readonly onChange: (value: number | undefined) => void;
}

/**
 * Renders a number field. The browser checks the limits (`min`, `max`, `step`) and blocks the submission of the form;
 * the surrounding field shows the error in place of the browser's own message.
 */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps): ReactNode {
  // The typed text: incomplete input such as "1e" or "-" is no number yet but must stay in the field.
  const [draft, setDraft] = useState<string>();
  const tell = useFieldFault();
  useEffect(() => () => tell(undefined), [tell]);
  const { min, max } = rest;
  const text = value === undefined ? '' : String(value);
  return (
    <Input
      inputMode="decimal"
      {...rest}
      type="number"
      value={draft !== undefined && numberOf(draft) === value ? draft : text}
      onInvalid={(event: InvalidEvent<HTMLInputElement>) => {
        const input = event.currentTarget;
        event.preventDefault();
        tell(faultOf(input.validity, min, max));
        // The browser does not focus the first invalid control when its own message is suppressed.
        if (input.form?.querySelector(':invalid') === input) input.focus();
      }}
      onChange={(next, event) => {
        setDraft(next);
        const fault = faultOf(event.target.validity, min, max);
        // Fractions are not reported in a field without `step`, although the browser counts them as invalid.
        tell(rest.step === undefined && fault === laterKitTexts.number.whole ? undefined : fault);
        onChange(numberOf(next));
      }}
    />
  );
}

function faultOf(validity: ValidityState, min: Limit, max: Limit): string | undefined {
  const { number } = laterKitTexts;
  if (validity.badInput) return number.none;
  if (validity.rangeUnderflow || validity.rangeOverflow) {
    if (min !== undefined && max !== undefined) return number.between(min, max);
    return validity.rangeUnderflow ? number.atLeast(min ?? '') : number.atMost(max ?? '');
  }
  return validity.stepMismatch ? number.whole : undefined;
}

type Limit = number | string | undefined;

function numberOf(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
