import { makeStyles } from '@griffel/react';
import { useId } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import { scalingOfSlider, sliderOfScaling } from '../../../machines/pivot/auto-interval.js';
import {
  defaultInterval,
  fixedInterval,
  intervalUnits,
  withFields,
  type GroupingForm,
} from '../../../machines/widget-editor/form.js';
import type { GroupingProblems } from '../../../machines/widget-editor/validation.js';
import { Checkbox, Radio } from '../../kit/checkbox.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { SortableFields } from '../../kit/sortable-fields.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { FormRow } from './form-row.js';
import { texts } from './texts.js';

const thumb = {
  boxSizing: 'border-box',
  width: '14px',
  height: '14px',
  border: 'none',
  borderRadius: '50%',
  backgroundColor: tokens.brand.solid,
} as const;
const track = { height: '4px', borderRadius: '2px' } as const;

const useStyles = makeStyles({
  // The browser's default slider track is white in dark themes, so the track has its own style.
  slider: {
    flex: '1 1 60px',
    width: '60px',
    minWidth: '60px',
    height: '20px',
    margin: 0,
    appearance: 'none',
    backgroundColor: 'transparent',
    borderRadius: '2px',
    cursor: 'pointer',
    ':focus-visible': focusRing,
    '::-webkit-slider-runnable-track': {
      ...track,
      backgroundImage: `linear-gradient(to right, ${tokens.brand.solid} var(--lc-filled), ${tokens.border.default} var(--lc-filled))`,
    },
    '::-webkit-slider-thumb': { ...thumb, appearance: 'none', marginTop: '-5px' },
    '::-moz-range-track': { ...track, backgroundColor: tokens.border.default },
    '::-moz-range-progress': { ...track, backgroundColor: tokens.brand.solid },
    '::-moz-range-thumb': thumb,
  },
  times: { ...type.cardTitle, width: '34px', textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  number: { width: '64px', flexShrink: 0 },
  unit: { flexGrow: 1 },
});

/** Range of the slider for automatic intervals: from half to ten times the default number of groups (spec 1 §5). */
const slider = { min: 0.5, max: 10, step: 0.5 } as const;
const inSteps = (value: number): number =>
  Math.min(slider.max, Math.max(slider.min, Math.round(value / slider.step) * slider.step));

/** Returns the filled part of the slider's track in percent. */
const filled = (scaling: number | undefined): number =>
  (100 * (inSteps(sliderOfScaling(scaling)) - slider.min)) / (slider.max - slider.min);

export interface GroupingFieldsProps {
  readonly grouping: GroupingForm;
  readonly problems: GroupingProblems | undefined;
  readonly fieldTypes: readonly FieldType[];
  readonly onChange: (grouping: GroupingForm) => void;
}

export function GroupingFields({ grouping, problems = {}, fieldTypes, onChange }: GroupingFieldsProps) {
  const styles = useStyles();
  const name = useId();
  const { direction, fields, type: kind, interval, limit, skipEmptyValues } = grouping;
  const types = new Map(fieldTypes.map((field) => [field.name, field.type.type]));
  const isDate = (field: string) => types.get(field) === 'date' || (field === 'timestamp' && !types.has(field));
  const options = fieldTypes.map((field) => {
    const other = fields.length > 0 && kind === 'time' && !isDate(field.name);
    return { value: field.name, label: field.name, note: other ? texts.otherKind : field.type.type };
  });
  const placeholder =
    fields.length === 0 ? texts.addField : kind === 'time' ? texts.addAnotherDateField : texts.addAnotherField;
  return (
    <>
      <FormRow label={texts.direction} group>
        <Radio
          name={name}
          label={texts.row}
          checked={direction === 'row'}
          onChoose={() => onChange({ ...grouping, direction: 'row' })}
        />
        <Radio
          name={name}
          label={texts.column}
          checked={direction === 'column'}
          onChoose={() => onChange({ ...grouping, direction: 'column' })}
        />
      </FormRow>
      <FormRow label={texts.fields} error={problems.fields}>
        <SortableFields
          label={texts.fields}
          placeholder={placeholder}
          fields={fields}
          options={options}
          onChange={(next) => onChange(withFields(grouping, next, isDate))}
        />
      </FormRow>
      {kind === 'time' ? (
        <FormRow label={texts.interval} error={problems.interval} group>
          <Checkbox
            label={texts.auto}
            checked={interval.type === 'auto'}
            onChange={(auto) => onChange({ ...grouping, interval: auto ? defaultInterval : fixedInterval })}
          />
          {interval.type === 'auto' ? (
            <>
              <input
                type="range"
                className={styles.slider}
                style={{ '--lc-filled': `${filled(interval.scaling)}%` }}
                aria-label={texts.interval}
                title={texts.autoHelp}
                {...slider}
                value={inSteps(sliderOfScaling(interval.scaling))}
                onChange={(event) =>
                  onChange({
                    ...grouping,
                    interval: { type: 'auto', scaling: scalingOfSlider(Number(event.target.value)) },
                  })
                }
              />
              <output className={styles.times}>{texts.autoValue(inSteps(sliderOfScaling(interval.scaling)))}</output>
            </>
          ) : (
            <>
              <NumberInput
                className={styles.number}
                aria-label={texts.interval}
                min={1}
                invalid={problems.interval !== undefined}
                value={interval.value}
                onChange={(value) => onChange({ ...grouping, interval: { ...interval, value } })}
              />
              <Select
                className={styles.unit}
                aria-label={texts.intervalUnit}
                options={intervalUnits.map((unit) => ({ value: unit as string, label: texts.units[unit] }))}
                value={interval.unit}
                onChange={(unit) => onChange({ ...grouping, interval: { ...interval, unit } })}
              />
            </>
          )}
        </FormRow>
      ) : (
        <FormRow label={texts.limit} error={problems.limit} group>
          <NumberInput
            className={styles.number}
            aria-label={texts.limit}
            min={1}
            invalid={problems.limit !== undefined}
            value={limit}
            onChange={(value) => onChange({ ...grouping, limit: value })}
          />
          <Checkbox
            label={texts.skipEmptyValues}
            checked={skipEmptyValues}
            onChange={(skip) => onChange({ ...grouping, skipEmptyValues: skip })}
          />
        </FormRow>
      )}
    </>
  );
}
