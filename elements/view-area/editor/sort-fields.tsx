import { isSortable, sortOptions, type AggregationForm, type SortForm } from '../../../machines/widget-editor/form.js';
import type { SortProblems } from '../../../machines/widget-editor/validation.js';
import { Select } from '../../kit/select.js';
import { FormRow } from './form-row.js';
import { texts } from './texts.js';

export interface SortFieldsProps {
  readonly form: AggregationForm;
  readonly sort: SortForm;
  readonly problems: SortProblems | undefined;
  readonly onChange: (sort: SortForm) => void;
}

const keyOf = ({ type, field }: Pick<SortForm, 'type' | 'field'>): string => `${type} ${field}`;

export function SortFields({ form, sort, problems = {}, onChange }: SortFieldsProps) {
  const options = sortOptions(form, sort);
  const gone = sort.field !== undefined && !isSortable(form, sort);
  const listed = options.map((option) => ({ value: keyOf(option), label: option.label }));
  const all = gone ? [...listed, { value: keyOf(sort), label: texts.gone(sort.field ?? ''), disabled: true }] : listed;
  return (
    <>
      <FormRow label={texts.field} error={problems.field}>
        <Select
          options={all}
          value={sort.field === undefined ? undefined : keyOf(sort)}
          placeholder={texts.choose}
          onChange={(key) => {
            const chosen = options.find((option) => keyOf(option) === key);
            if (chosen) onChange({ ...sort, type: chosen.type, field: chosen.field });
          }}
        />
      </FormRow>
      <FormRow label={texts.sortDirection} error={problems.direction}>
        <Select
          options={[
            { value: 'Ascending', label: texts.ascending },
            { value: 'Descending', label: texts.descending },
          ]}
          value={sort.direction}
          placeholder={texts.choose}
          onChange={(direction) =>
            onChange({ ...sort, direction: direction === 'Ascending' ? direction : 'Descending' })
          }
        />
      </FormRow>
    </>
  );
}
