import { pinnableColumns, withVisualization, type AggregationForm } from '../../../machines/widget-editor/form.js';
import type { FormProblems } from '../../../machines/widget-editor/validation.js';
import {
  isRequired,
  readField,
  shownFields,
  visualizationType,
  visualizationTypes,
  writeField,
  type ConfigField,
} from '../../../machines/widget-editor/visualization-types.js';
import { Checkbox } from '../../kit/checkbox.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { NumberInput } from '../../kit/number-input.js';
import { useParts } from '../../kit/plugins/slots.js';
import { Select } from '../../kit/select.js';
import { FormRow } from './form-row.js';
import { texts } from './texts.js';

export interface VisualizationFieldsProps {
  readonly form: AggregationForm;
  readonly problems: FormProblems['visualization'];
  readonly onChange: (form: AggregationForm) => void;
}

const ownTypes = visualizationTypes.map(({ type, title }) => ({ value: type, label: title }));

export function VisualizationFields({ form, problems, onChange }: VisualizationFieldsProps) {
  const { type, config, eventAnnotation } = form.visualization;
  const known = visualizationType(type);
  const plugged = useParts('visualizations');
  const types = [...ownTypes, ...plugged.map(({ type: value, title }) => ({ value, label: title }))];
  const overTime = form.groupings.find(({ direction }) => direction === 'row');
  const annotated = known?.annotations && overTime?.type === 'time' && overTime.fields[0] === 'timestamp';
  const change = (field: ConfigField, value: unknown) =>
    onChange({ ...form, visualization: { ...form.visualization, config: writeField(config, field, value) } });
  return (
    <>
      <FormRow label={texts.type} error={problems.type}>
        <Select
          options={
            type === undefined || types.some(({ value }) => value === type)
              ? types
              : [...types, { value: type, label: texts.unknownType(type) }]
          }
          value={type}
          placeholder={texts.choose}
          onChange={(chosen) => chosen !== type && onChange(withVisualization(form, chosen))}
        />
      </FormRow>
      {annotated && (
        <Checkbox
          label={texts.eventAnnotation}
          checked={eventAnnotation}
          onChange={(on) => onChange({ ...form, visualization: { ...form.visualization, eventAnnotation: on } })}
        />
      )}
      {known &&
        shownFields(known, config).map((field) => (
          <ConfigFieldRow
            key={field.path.join('.')}
            field={field}
            value={readField(config, field)}
            error={problems.config[field.path.join('.')]}
            columns={pinnableColumns(form)}
            onChange={(value) => change(field, value)}
          />
        ))}
    </>
  );
}

interface ConfigFieldRowProps {
  readonly field: ConfigField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly columns: ReturnType<typeof pinnableColumns>;
  readonly onChange: (value: unknown) => void;
}

function ConfigFieldRow({ field, value, error, columns, onChange }: ConfigFieldRowProps) {
  // A setting that an older configuration lacks is shown with its default value; null stays empty.
  const shown = value ?? (value === null ? undefined : field.default);
  switch (field.kind) {
    case 'boolean':
      return <Checkbox label={field.title} title={field.help} checked={shown === true} onChange={onChange} />;
    case 'select':
      return (
        <FormRow label={field.title} error={error} help={field.help}>
          <Select
            options={field.options.map(([option, label]) => ({ value: option, label }))}
            value={typeof shown === 'string' ? shown : undefined}
            onChange={onChange}
          />
        </FormRow>
      );
    case 'number':
      return (
        <FormRow label={field.title} error={error}>
          <NumberInput
            value={typeof shown === 'number' ? shown : undefined}
            // Null means that the user emptied a required value; undefined means that it was never set.
            onChange={(number) => onChange(number ?? (isRequired(field) ? null : undefined))}
            step="any"
            {...(field.min !== undefined && { min: field.min })}
            {...(field.max !== undefined && { max: field.max })}
          />
        </FormRow>
      );
    case 'columns': {
      const chosen = Array.isArray(shown)
        ? shown.map(String).filter((column) => columns.some(({ name }) => name === column))
        : [];
      return (
        <FormRow label={field.title} error={error}>
          <MultiSelect
            label={field.title}
            options={columns.map(({ name, label }) => ({ value: name, label }))}
            selected={chosen}
            onChange={(next) => onChange(next)}
          />
        </FormRow>
      );
    }
  }
}
