/** Renders an input for a formula with completion of metric names, functions and fields. */
import { makeStyles } from '@griffel/react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { completeFormula } from '../../../machines/formula/complete.js';
import { Input } from '../../kit/input.js';
import { useListbox } from '../../kit/use-listbox.js';

const texts = { formula: 'Formula', example: 'count(level:<=3) / count() * 100' } as const;

const useStyles = makeStyles({ box: { position: 'relative', display: 'flex', minWidth: 0 }, input: { width: '100%' } });

export interface FormulaInputProps {
  readonly value: string;
  /** Names of the metrics that the formula may use. */
  readonly names: readonly string[];
  readonly fields: readonly string[];
  readonly onChange: (value: string) => void;
}

export function FormulaInput({ value, names, fields, onChange }: FormulaInputProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(value.length);
  /** Position at which the caret is placed once a completed text has been rendered. */
  const wanted = useRef<number>(undefined);
  const { from, offers, isWhole } = completeFormula(value, caret, names, fields);
  const take = (offer: string): void => {
    wanted.current = from + offer.length;
    setCaret(wanted.current);
    onChange(value.slice(0, from) + offer + value.slice(caret));
    if (offer.endsWith('(')) listbox.typed(-1);
    else listbox.close();
  };
  const listbox = useListbox({
    label: texts.formula,
    options: offers.map(({ text, detail }) => ({ value: text, label: text, note: detail })),
    filter: '',
    chosen: [],
    single: true,
    loading: false,
    hideEmpty: true,
    onTake: take,
  });
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const [first] = offers;
    if (event.key === 'Tab' && !event.shiftKey && listbox.open && from < caret && !isWhole && first) {
      event.preventDefault();
      return take(first.text);
    }
    listbox.pressed(event);
  };
  return (
    <span ref={listbox.box} className={styles.box} onBlur={listbox.onBlur}>
      <Input
        {...listbox.inputProps}
        ref={input}
        // While completions are offered, the formula is unfinished, so it is not marked as wrong.
        {...(listbox.open && { invalid: false })}
        mono
        className={styles.input}
        placeholder={texts.example}
        value={value}
        onChange={(next, event) => {
          const at = event.currentTarget.selectionStart ?? next.length;
          setCaret(at);
          onChange(next);
          const completion = completeFormula(next, at, names, fields);
          listbox.typed(completion.from < at && !completion.isWhole ? 0 : -1);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? value.length)}
        onClick={() => (listbox.open ? undefined : listbox.begin())}
        onKeyDown={onKeyDown}
      />
      {listbox.list}
    </span>
  );
}
