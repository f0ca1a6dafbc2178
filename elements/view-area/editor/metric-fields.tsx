import type { FieldType } from '../../../api/contract/searches.js';
import { percentiles, withFunction, type MetricForm } from '../../../machines/widget-editor/form.js';
import type { MetricProblems } from '../../../machines/widget-editor/validation.js';
import { Combobox } from '../../kit/combobox.js';
import { Input } from '../../kit/input.js';
import { Select, type SelectOption } from '../../kit/select.js';
import { FormRow } from './form-row.js';
import { LookFields } from './look-fields.js';
import { texts } from './texts.js';

export interface MetricFieldsProps {
  readonly metric: MetricForm;
  readonly problems: MetricProblems | undefined;
  /** Functions sorted by description. */
  readonly functions: readonly SelectOption[];
  readonly fieldTypes: readonly FieldType[];
  readonly onChange: (metric: MetricForm) => void;
}

/** These take fields of any type (spec 2 §5). */
const anyField: readonly string[] = ['card', 'count', 'latest'];

export function MetricFields({ metric, problems = {}, functions, fieldTypes, onChange }: MetricFieldsProps) {
  const numeric = metric.function !== undefined && !anyField.includes(metric.function);
  const options = fieldTypes.map(({ name, type }) => {
    const disabled = numeric && !type.properties.includes('numeric');
    return { value: name, label: name, note: disabled ? texts.notNumeric : type.type, disabled };
  });
  const known = functions.some(({ value }) => value === metric.function) || metric.function === undefined;
  return (
    <>
      <FormRow label={texts.function} error={problems.function}>
        <Select
          options={known ? functions : [...functions, { value: metric.function ?? '', label: metric.function ?? '' }]}
          value={metric.function}
          placeholder={texts.choose}
          onChange={(name) => onChange(withFunction(metric, name))}
        />
      </FormRow>
      <FormRow label={texts.field} error={problems.field}>
        <Combobox
          completes
          options={options}
          value={metric.field ?? ''}
          onChange={(field) => onChange({ ...metric, field: field.trim() === '' ? undefined : field.trim() })}
        />
      </FormRow>
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
      <FormRow label={texts.name}>
        <Input value={metric.name} onChange={(name) => onChange({ ...metric, name })} />
      </FormRow>
      <LookFields look={metric.look} onChange={(look) => onChange({ ...metric, look })} />
    </>
  );
}

/** A stored one that is not offered stays chosen. */
function percentilesWith(stored: number | undefined): readonly SelectOption[] {
  const all = stored === undefined ? percentiles : new Set<number>([...percentiles, stored]);
  return [...all].map((value) => ({ value: String(value), label: String(value) }));
}
