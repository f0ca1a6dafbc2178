/** Renders form fields that an index set and the defaults of index sets have in common (screens/data-intake.md D2). */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { quantityOf } from '../../../machines/time-range/units.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { AmountInput, type Form } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { NumberInput } from '../../kit/number-input.js';
import type { SetValues } from './check-set.js';
import { texts } from './texts.js';

const { form: words } = texts;

const useStyles = makeStyles({
  refresh: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '8px' },
});

export interface IndexFieldsProps {
  readonly form: Form<SetValues>;
  /** False for a stored index set, whose analyzer cannot be changed. */
  readonly hasAnalyzer: boolean;
  /** Labels of the fields; default: those of an index set. */
  readonly labels?: Readonly<Record<'analyzer' | 'shards' | 'replicas' | 'segments' | 'noOptimization', string>>;
}

export function IndexFields({ form, hasAnalyzer, labels = words }: IndexFieldsProps): ReactNode {
  const { values, set, field } = form;
  const number = (name: 'shards' | 'replicas' | 'segments', label: string, min: number) => (
    <Field label={label} required {...field(name)}>
      <NumberInput min={min} value={values[name]} onChange={(value) => set({ [name]: value })} />
    </Field>
  );
  return (
    <>
      {hasAnalyzer && (
        <Field label={labels.analyzer} required {...field('analyzer')}>
          <Input mono value={values.analyzer} onChange={(analyzer) => set({ analyzer })} />
        </Field>
      )}
      {number('shards', labels.shards, 1)}
      {number('replicas', labels.replicas, 0)}
      {number('segments', labels.segments, 1)}
      <Checkbox
        label={labels.noOptimization}
        checked={values.noOptimization}
        onChange={(noOptimization) => set({ noOptimization })}
      />
      <RefreshField form={form} />
    </>
  );
}

const unitSeconds = { seconds: 1, minutes: 60 } as const;
type RefreshUnit = keyof typeof unitSeconds;
const refreshUnits = (['seconds', 'minutes'] as const).map((value) => ({
  value,
  label: words.refreshUnits[value],
  seconds: unitSeconds[value],
}));

function RefreshField({ form: { values, set, field } }: { readonly form: Form<SetValues> }): ReactNode {
  const styles = useStyles();
  const { refreshSeconds: seconds } = values;
  const [unit, setUnit] = useState<RefreshUnit>(quantityOf(seconds ?? 0).unit === 'seconds' ? 'seconds' : 'minutes');
  const { error } = field('refreshSeconds');
  return (
    <Field label={words.refresh} required error={error} group>
      <div className={styles.refresh}>
        <AmountInput
          label={words.refresh}
          unitLabel={words.refreshUnit}
          units={refreshUnits}
          required
          invalid={error !== undefined}
          value={seconds === undefined ? undefined : seconds / unitSeconds[unit]}
          unit={unit}
          onChange={(next, of) => {
            setUnit(of);
            set({ refreshSeconds: next === undefined ? undefined : next * unitSeconds[of] });
          }}
        />
      </div>
    </Field>
  );
}
