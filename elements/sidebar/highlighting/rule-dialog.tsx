import { parseSeries } from '../../../api/formula/series-text.js';
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { allFieldsQuery, fieldsQuery } from '../../../api/queries/fields.js';
import {
  conditionsFor,
  highlightingErrors,
  highlightingTexts,
  ruleOf,
  type HighlightingForm,
} from '../../../machines/highlighting-rule/form.js';
import { highlightingRuleMachine } from '../../../machines/highlighting-rule/machine.js';
import type { QueryDraft } from '../../../machines/view/document.js';
import { fieldsOfSet } from '../../../machines/view/listed-fields.js';
import { seriesResultType } from '../../../machines/pivot/series.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Radio } from '../../kit/checkbox.js';
import { ColorPicker } from '../../kit/color-picker.js';
import { colorScaleNames, scaleImage } from '../../kit/color-scales.js';
import { Combobox } from '../../kit/combobox.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { highlightColors, randomHighlightColor } from '../../kit/palettes.js';
import { Select } from '../../kit/select.js';
import { space, tokens, type as textType } from '../../kit/tokens.js';
import { markOf } from '../../widgets/values/highlighting.js';
import { texts } from '../texts.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: `${space.xxl}px` },
  pair: { display: 'grid', gridTemplateColumns: '108px minmax(0, 1fr)', gap: `${space.xl}px`, alignItems: 'start' },
  halves: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: `${space.xl}px`, alignItems: 'start' },
  choices: { display: 'flex', flexWrap: 'wrap', gap: `${space.xxl}px` },
  scale: { height: '8px', borderRadius: tokens.radius.small, forcedColorAdjust: 'none' },
  preview: {
    display: 'flex',
    alignItems: 'baseline',
    gap: `${space.m}px`,
    ...textType.caption,
    color: tokens.text.tertiary,
  },
  sample: { ...textType.log, color: tokens.text.primary, borderRadius: tokens.radius.small, overflowWrap: 'anywhere' },
});

export interface RuleDialogProps {
  /** The rule to edit; undefined: a new rule. */
  readonly rule: HighlightingRule | undefined;
  readonly searched: QueryDraft;
  readonly onSave: (rule: HighlightingRule) => void;
  readonly onClose: () => void;
}

/** Renders a dialog to create or edit a rule (spec 2 §2 "Other dialogs"; validation: §5). */
export function RuleDialog({ rule, searched, onSave, onClose }: RuleDialogProps) {
  const styles = useStyles();
  const { client } = useConnection();
  const current = useQuery(fieldsQuery(client, searched.streams, searched.timeRange));
  const all = useQuery(allFieldsQuery(client));
  const fields = useMemo(() => fieldsOfSet('all', current.data ?? [], all.data), [current.data, all.data]);
  const options = useMemo(
    () => fields.map(({ name, type }) => ({ value: name, label: name, note: type.type })),
    [fields],
  );
  const known = useRef<(field: string) => boolean>(() => false);
  const isNumeric = useMemo(() => {
    const types = new Map(fields.map(({ name, type }) => [name, type]));
    return (field: string): boolean => {
      const type = types.get(field);
      if (type) return type.properties.includes('numeric');
      if (parseSeries(field).type !== field.trim()) return isNumericFunction(field, (name) => types.get(name));
      // For a field of unknown type, the condition or gradient of the existing rule may reveal that it is numeric.
      return field === rule?.field && comparesNumbers(rule);
    };
  }, [fields, rule]);
  const actor = useActorRef(highlightingRuleMachine, {
    input: { rule, color: useRef(randomHighlightColor()).current, isNumeric: (field) => known.current(field) },
  });
  useEffect(() => {
    known.current = isNumeric;
    // The form is validated again, because validity depends on the field types loaded so far.
    actor.send({ type: 'form.changed', changes: {} });
  }, [actor, isNumeric]);
  useEffect(() => {
    const subscription = actor.subscribe({
      next: (state) => state.matches('saved') && state.context.saved && onSave(state.context.saved),
    });
    return () => subscription.unsubscribe();
  });
  const form = useSelector(actor, ({ context }) => context.form);
  const attempted = useSelector(actor, ({ context }) => context.attempted);
  const numeric = isNumeric(form.field);
  const errors = attempted ? highlightingErrors(form, numeric) : {};
  const change = (changes: Partial<HighlightingForm>): void => actor.send({ type: 'form.changed', changes });
  const { highlighting } = texts;

  return (
    <Dialog
      open
      size="small"
      title={rule ? highlighting.editTitle : highlighting.createTitle}
      onClose={onClose}
      onSubmit={() => actor.send({ type: 'submitted' })}
      footer={
        <>
          <Button onClick={onClose}>{highlighting.cancel}</Button>
          <Button type="submit" appearance="primary">
            {rule ? highlighting.editSubmit : highlighting.createSubmit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={highlighting.field} error={errors.field} required>
          <Combobox
            mono
            completes
            options={options}
            value={form.field}
            loading={all.isPending}
            onChange={(field) => change({ field })}
          />
        </Field>
        <div className={styles.pair}>
          <Field label={highlighting.condition} error={errors.condition} required>
            <Select
              options={conditionsFor(numeric).map((value) => ({ value, label: highlighting.conditions[value] }))}
              value={conditionsFor(numeric).find((condition) => condition === form.condition)}
              onChange={(condition) => change({ condition })}
            />
          </Field>
          <Field label={highlighting.value} error={errors.value} required>
            <Input mono value={form.value} onChange={(value) => change({ value })} />
          </Field>
        </div>
        <Field
          label={highlighting.coloring}
          error={errors.coloring}
          help={numeric ? undefined : highlightingTexts.gradientNumeric}
          group
        >
          <div className={styles.choices}>
            <Radio
              name="coloring"
              label={highlighting.static}
              checked={form.coloring === 'static'}
              onChoose={() => change({ coloring: 'static' })}
            />
            <Radio
              name="coloring"
              label={highlighting.gradient}
              checked={form.coloring === 'gradient'}
              disabled={!numeric && form.coloring !== 'gradient'}
              onChoose={() => change({ coloring: 'gradient' })}
            />
          </div>
        </Field>
        {form.coloring === 'gradient' && <GradientFields form={form} errors={errors} onChange={change} />}
        {form.coloring === 'static' && (
          <Field label={highlighting.colorLabel} group>
            <ColorPicker
              label={highlighting.colorLabel}
              colors={highlightColors}
              value={form.color}
              onChange={(color) => change({ color })}
            />
          </Field>
        )}
        <Preview form={form} rule={rule} />
      </div>
    </Dialog>
  );
}

interface GradientFieldsProps {
  readonly form: HighlightingForm;
  readonly errors: ReturnType<typeof highlightingErrors>;
  readonly onChange: (changes: Partial<HighlightingForm>) => void;
}

function GradientFields({ form, errors, onChange }: GradientFieldsProps) {
  const styles = useStyles();
  const { highlighting } = texts;
  const chosen = colorScaleNames.find((name) => name === form.gradient);
  return (
    <>
      <Field label={highlighting.gradientLabel} error={errors.gradient} required>
        <Select
          options={colorScaleNames.map((name) => ({ value: name, label: name }))}
          value={chosen}
          onChange={(gradient) => onChange({ gradient })}
        />
        {chosen && (
          <span
            className={styles.scale}
            style={{ backgroundImage: scaleImage(chosen) }}
            role="img"
            aria-label={highlighting.scale(chosen)}
          />
        )}
      </Field>
      <div className={styles.halves}>
        <Field label={highlighting.lower} error={errors.lower} required>
          <Input inputMode="numeric" value={form.lower} onChange={(lower) => onChange({ lower })} />
        </Field>
        <Field label={highlighting.upper} error={errors.upper} required>
          <Input inputMode="numeric" value={form.upper} onChange={(upper) => onChange({ upper })} />
        </Field>
      </div>
    </>
  );
}

/** Shows the rule's value with its highlighting. */
function Preview({
  form,
  rule,
}: {
  readonly form: HighlightingForm;
  readonly rule: HighlightingRule | undefined;
}): ReactNode {
  const styles = useStyles();
  const sample = form.value === '' ? texts.highlighting.previewValue : form.value;
  const mark =
    form.coloring === '' || (form.coloring === 'gradient' && !colorScaleNames.includes(form.gradient))
      ? undefined
      : markOf([{ ...ruleOf(form, rule), field: '', condition: 'equal', value: sample }], '', sample);
  return (
    <div className={styles.preview}>
      {texts.highlighting.preview}
      <span className={styles.sample} style={mark}>
        {sample}
      </span>
    </div>
  );
}

const comparesNumbers = ({ condition, color }: HighlightingRule): boolean =>
  (condition !== undefined && !conditionsFor(false).includes(condition)) ||
  (typeof color !== 'string' && color.type === 'gradient');

/** Returns whether a metric, which a rule names by its function such as `avg(took_ms)`, has numeric values. */
function isNumericFunction(text: string, typeOf: Parameters<typeof seriesResultType>[1]): boolean {
  const type = seriesResultType(text, typeOf);
  return (
    type === 'long' ||
    type === 'float' ||
    (typeOf(parseSeries(text).field ?? '')?.properties.includes('numeric') ?? false)
  );
}
