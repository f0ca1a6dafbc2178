/** Renders the control of one variable: a list of a field's values, a text field, or two number fields. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { isTexts, type ParameterRange, type ParameterValue } from '../../../api/language/parameter-values.js';
import { suggestionsQuery } from '../../../api/queries/fields.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { type Variable } from '../../../machines/variables.js';
import { Combobox } from '../../kit/combobox.js';
import { Input } from '../../kit/input.js';
import { MultiSelect, type MultiSelectOption } from '../../kit/multi-select.js';
import { NumberInput } from '../../kit/number-input.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { useViewClient } from '../../view-area/index.js';
import { variableTexts } from './texts.js';

const useStyles = makeStyles({
  pair: { display: 'flex', flexWrap: 'wrap', gap: `${space.s}px`, minWidth: 0, '> :not(p)': { flex: '1 1 80px' } },
  fault: { flexBasis: '100%', ...type.caption, color: tokens.status.danger.text },
});

/** Range in which values of a field are looked for when the dashboard has no range for all widgets. */
const offeredRange: TimeRange = { type: 'relative', from: 24 * 60 * 60 };

export interface VariableControlProps {
  readonly variable: Pick<Variable, 'kind' | 'field' | 'several'>;
  /** Accessible name of the control. */
  readonly name: string;
  /**
   * Id for the input of a text variable, to which a label refers; other controls have `name` as their accessible name.
   */
  readonly id?: string;
  readonly value: ParameterValue;
  /** Range in which the offered values occur; absent: the last day. */
  readonly range?: TimeRange | undefined;
  readonly onChange: (value: ParameterValue) => void;
}

export function VariableControl(props: VariableControlProps): ReactNode {
  switch (props.variable.kind) {
    case 'range':
      return <RangeControl {...props} />;
    case 'select':
      return <SelectControl {...props} />;
    case 'text':
      return <TextControl {...props} />;
  }
}

const textsOf = (value: ParameterValue): readonly string[] =>
  typeof value === 'string' ? (value === '' ? [] : [value]) : isTexts(value) ? value : [];

/** Renders a text field that applies its text on blur and on Enter; an empty text means All. */
function TextControl({ name, id, value, onChange }: VariableControlProps): ReactNode {
  const [draft, setDraft, apply] = useApplied<string>(textsOf(value).join(' '), (text) =>
    onChange(text === '' ? [] : text),
  );
  return (
    <Input
      {...(id === undefined ? { 'aria-label': name } : { id })}
      value={draft}
      placeholder={variableTexts.all}
      onChange={setDraft}
      onBlur={() => apply(draft)}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && apply(draft)}
    />
  );
}

function SelectControl(props: VariableControlProps): ReactNode {
  const { variable, name, value, range, onChange } = props;
  const client = useViewClient();
  const chosen = textsOf(value);
  const question = { field: variable.field, input: '', timerange: range ?? offeredRange, streams: [] };
  const { data, isFetching } = useQuery({ ...suggestionsQuery(client, question), enabled: variable.field !== '' });
  const suggested = (data?.suggestions ?? []).map((one): MultiSelectOption => ({
    value: String(one.value),
    label: String(one.value),
  }));
  const missing = chosen.filter((text) => !suggested.some((one) => one.value === text));
  const options = [...missing.map((text) => ({ value: text, label: text })), ...suggested];
  if (variable.several)
    return (
      <MultiSelect
        label={name}
        options={options}
        selected={chosen}
        placeholder={variableTexts.all}
        loading={isFetching}
        creatable
        onChange={([only, ...more]) => onChange(only === undefined ? [] : more.length === 0 ? only : [only, ...more])}
      />
    );
  return <OneOf {...props} options={options} loading={isFetching} />;
}

/** Renders a list with one value; a typed value that is not offered applies on blur and on Enter. */
function OneOf({
  name,
  value,
  options,
  loading,
  onChange,
}: VariableControlProps & { readonly options: readonly MultiSelectOption[]; readonly loading: boolean }): ReactNode {
  const current = textsOf(value)[0] ?? '';
  const [draft, setDraft, apply] = useApplied<string>(current, (text) => onChange(text === '' ? [] : text));
  return (
    <span
      onBlur={() => apply(draft)}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && apply(draft)}
    >
      <Combobox
        label={name}
        options={options}
        value={draft}
        placeholder={variableTexts.all}
        loading={loading}
        onChange={(text) => {
          setDraft(text);
          if (text === '' || options.some((one) => one.value === text)) apply(text);
        }}
      />
    </span>
  );
}

/** Range while the user types it; undefined for an empty number field. */
interface DraftRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const isSameRange = (one: DraftRange, other: DraftRange): boolean => one.from === other.from && one.to === other.to;

/** Returns a range without the bounds that are undefined, because a range without any member stands for "All". */
const rangeOf = ({ from, to }: DraftRange): ParameterRange => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

/** Renders two number fields that apply on blur and on Enter; an empty field leaves its side open. */
function RangeControl({ name, value, onChange }: VariableControlProps): ReactNode {
  const styles = useStyles();
  const noteId = useId();
  const range: ParameterRange = typeof value === 'string' || isTexts(value) ? {} : value;
  const [draft, setDraft, apply] = useApplied<DraftRange>(range, (bounds) => onChange(rangeOf(bounds)), isSameRange);
  const { from, to } = draft;
  const reversed = from !== undefined && to !== undefined && from > to;
  const applyDraft = (): void => (reversed ? undefined : apply(draft));
  return (
    <span
      className={styles.pair}
      role="group"
      aria-label={name}
      onBlur={applyDraft}
      onKeyDown={(event) => event.key === 'Enter' && applyDraft()}
    >
      <NumberInput
        step="any"
        aria-label={variableTexts.from(name)}
        placeholder={variableTexts.fromShort}
        value={from}
        invalid={reversed}
        aria-describedby={reversed ? noteId : undefined}
        onChange={(number) => setDraft({ from: number, to })}
      />
      <NumberInput
        step="any"
        aria-label={variableTexts.to(name)}
        placeholder={variableTexts.toShort}
        value={to}
        invalid={reversed}
        onChange={(number) => setDraft({ from, to: number })}
      />
      {reversed && (
        <span id={noteId} role="alert" className={styles.fault}>
          {variableTexts.reversed}
        </span>
      )}
    </span>
  );
}

/**
 * Keeps the draft that is being typed until it is applied; a new value of `current` replaces the draft.
 * @param isSame returns whether two values are equal, so that an unchanged draft is not applied
 */
function useApplied<Value extends string | DraftRange>(
  current: Value,
  onApply: (value: Value) => void,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): readonly [draft: Value, setDraft: (value: Value) => void, apply: (value: Value) => void] {
  const [draft, setDraft] = useState(current);
  const [known, setKnown] = useState(current);
  if (!isSame(known, current)) {
    setKnown(current);
    setDraft(current);
  }
  return [draft, setDraft, (value) => (isSame(value, current) ? undefined : onApply(value))];
}
