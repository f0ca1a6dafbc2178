import { useRef } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import {
  formulaFunction,
  isFilterable,
  percentiles,
  withFunction,
  type MetricForm,
} from '../../../machines/widget-editor/form.js';
import type { MetricProblems } from '../../../machines/widget-editor/validation.js';
import { Combobox } from '../../kit/combobox.js';
import { Input } from '../../kit/input.js';
import { Select, type SelectOption } from '../../kit/select.js';
import { FormulaInput } from '../../widgets/formula/formula-input.js';
import { FormRow } from './form-row.js';
import { LookFields } from './look-fields.js';
import { texts } from './texts.js';

export interface MetricFieldsProps {
  readonly metric: MetricForm;
  readonly problems: MetricProblems | undefined;
  /** Functions that the user can select, sorted by description. */
  readonly functions: readonly SelectOption[];
  readonly fieldTypes: readonly FieldType[];
  /** Names of the metrics that a formula may use. */
  readonly names: readonly string[];
  readonly onChange: (metric: MetricForm) => void;
}

/** Functions that accept fields of any type (spec 2 §5). */
const anyField: readonly string[] = ['card', 'count', 'latest'];

export function MetricFields({ metric, problems = {}, functions, fieldTypes, names, onChange }: MetricFieldsProps) {
  const field = useRef<HTMLDivElement>(null);
  const byPointer = useRef(false);
  const isFormula = metric.function === formulaFunction;
  const numeric = metric.function !== undefined && !anyField.includes(metric.function);
  const options = fieldTypes.map(({ name, type }) => {
    const disabled = numeric && !type.properties.includes('numeric');
    return { value: name, label: name, note: disabled ? texts.notNumeric : type.type, disabled };
  });
  const offered = [...functions, { value: formulaFunction, label: texts.formula }];
  const known = offered.some(({ value }) => value === metric.function) || metric.function === undefined;
  return (
    <>
      <div
        role="presentation"
        onPointerDown={() => {
          byPointer.current = true;
        }}
        onKeyDown={() => {
          byPointer.current = false;
        }}
      >
        <FormRow label={texts.function} error={problems.function}>
          <Select
            options={known ? offered : [...offered, { value: metric.function ?? '', label: metric.function ?? '' }]}
            value={metric.function}
            placeholder={texts.choose}
            onChange={(name) => {
              onChange(withFunction(metric, name));
              // After a selection by pointer the focus moves on to the field. By keyboard every arrow key changes the
              // selection, so the focus stays in the list of functions.
              const isEmpty =
                name === formulaFunction ? !metric.formula : name !== 'count' && metric.field === undefined;
              if (byPointer.current && isEmpty) setTimeout(() => field.current?.querySelector('input')?.focus());
            }}
          />
        </FormRow>
      </div>
      <div ref={field}>
        {isFormula ? (
          <FormRow label={texts.formula} error={problems.formula} help={texts.formulaHelp}>
            <FormulaInput
              value={metric.formula}
              names={names}
              fields={fieldTypes.map(({ name }) => name)}
              onChange={(formula) => onChange({ ...metric, formula })}
            />
          </FormRow>
        ) : (
          <FormRow label={texts.field} error={problems.field}>
            <Combobox
              completes
              options={options}
              value={metric.field ?? ''}
              onChange={(name) => onChange({ ...metric, field: name.trim() === '' ? undefined : name.trim() })}
            />
          </FormRow>
        )}
      </div>
      {metric.function === 'percentile' && (
        <FormRow label={texts.percentile} error={problems.percentile}>
          <Select
            options={percentilesWith(metric.percentile)}
            value={metric.percentile === undefined ? undefined : String(metric.percentile)}
            placeholder={texts.choose}
            onChange={(value) => onChange({ ...metric, percentile: Number(value) })}
          />
        </FormRow>
      )}
      {metric.function !== undefined && isFilterable(metric.function) && (
        <FormRow label={texts.filter}>
          <Input
            mono
            value={metric.filter}
            placeholder={texts.filterExample}
            onChange={(filter) => onChange({ ...metric, filter })}
          />
        </FormRow>
      )}
      <FormRow label={texts.name}>
        <Input value={metric.name} onChange={(name) => onChange({ ...metric, name })} />
      </FormRow>
      <LookFields look={metric.look} onChange={(look) => onChange({ ...metric, look })} />
    </>
  );
}

/** Returns the offered percentiles, and the stored percentile even if it is not offered, so that it stays selected. */
function percentilesWith(stored: number | undefined): readonly SelectOption[] {
  const all = stored === undefined ? percentiles : new Set<number>([...percentiles, stored]);
  return [...all].map((value) => ({ value: String(value), label: String(value) }));
}
