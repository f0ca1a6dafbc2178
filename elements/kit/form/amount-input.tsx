/**
 * Renders controls for a duration: an input for the number and a select field for the unit. The input also accepts a
 * complete duration, in words such as `5 minutes` or in ISO 8601 such as `PT5M`, and sets number and unit from it.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFieldFault } from '../field.js';
import { Input } from '../input.js';
import { Select } from '../select.js';
import { laterKitTexts } from '../later-texts.js';
import { amountOfText, type AmountUnit } from './amount-text.js';
import { formTexts } from './texts.js';

export interface AmountInputProps<Unit extends string> {
  /** Accessible name of the input for the number. */
  readonly label: string;
  /** Accessible name of the select field for the unit. */
  readonly unitLabel: string;
  readonly units: readonly AmountUnit<Unit>[];
  /** Number of units; undefined for an empty input, and while the typed text is no duration. */
  readonly value: number | undefined;
  readonly unit: Unit;
  readonly onChange: (value: number | undefined, unit: Unit) => void;
  /** Smallest valid number; default: 1. */
  readonly min?: number;
  /** True refuses fractions. */
  readonly whole?: boolean;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
}

export function AmountInput<Unit extends string>(props: AmountInputProps<Unit>): ReactNode {
  const { label, unitLabel, units, value, unit, onChange, min = 1, whole = false, required, disabled, invalid } = props;
  /** The typed text, which is shown until the input loses the focus; a text that is no duration stays. */
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const tell = useFieldFault();
  useEffect(() => () => tell(undefined), [tell]);
  const isTyped = typed !== undefined && !disabled;
  const text = isTyped ? typed : value === undefined ? '' : String(value);
  const shown = isTyped ? amountOfText(typed, unit, units)?.value : value;

  const faultOf = (number: number | undefined, given: string): string | undefined => {
    if (number === undefined) return given.trim() === '' ? undefined : formTexts.noAmount;
    if (number < min) return laterKitTexts.number.atLeast(min);
    return whole && !Number.isInteger(number) ? laterKitTexts.number.whole : undefined;
  };
  const fault = faultOf(shown, text);
  // The browser does not submit the form while the input has an error, and reports it by the event `invalid`.
  useEffect(() => {
    input.current?.setCustomValidity(fault ?? '');
  }, [fault]);

  const change = (given: string): void => {
    setTyped(given);
    const next = amountOfText(given, unit, units);
    tell(faultOf(next?.value, given));
    onChange(next?.value, next?.unit ?? unit);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    change(String(Math.max(min, (shown ?? 0) + step)));
  };
  return (
    <>
      <Input
        ref={input}
        role="spinbutton"
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={min}
        {...(required && { 'aria-required': true })}
        {...(invalid !== undefined && { invalid })}
        disabled={disabled}
        value={text}
        onChange={change}
        onKeyDown={onKeyDown}
        onBlur={() => (shown !== undefined || text.trim() === '') && setTyped(undefined)}
        onInvalid={(event) => {
          const own = event.currentTarget;
          event.preventDefault();
          tell(fault);
          // The browser does not focus the first invalid control when its own message is suppressed.
          if (own.form?.querySelector(':invalid') === own) own.focus();
        }}
      />
      <Select
        aria-label={unitLabel}
        disabled={disabled}
        options={units}
        value={unit}
        onChange={(next) => {
          setTyped(undefined);
          onChange(value, next);
        }}
      />
    </>
  );
}
