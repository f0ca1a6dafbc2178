/** Renders form fields for the rotation and retention of an index set (screens/data-intake.md D2). */
import type { ReactNode } from 'react';
import type { RetentionStrategies, RotationStrategies } from '../../../api/contract/index-sets.js';
import { periodText } from '../../../machines/time-range/searches-config-form.js';
import { Alert } from '../../kit/alert.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { Fields, PeriodInput, type Form } from '../../kit/form/index.js';
import { formatBytes } from '../../kit/format.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { hasLifetimes, rotationProblem, type ChosenStrategy, type SetValues } from './check-set.js';
import { LifetimeField } from './lifetime-field.js';
import { boundsOf, configOfLifetime, lifetimeOf, type Lifetime } from './lifetime.js';
import { keptText, retentions, rotations, strategyName } from './strategies.js';
import { texts } from './texts.js';

const { form: words } = texts;

export interface KnownStrategies {
  readonly rotation: RotationStrategies;
  readonly retention: RetentionStrategies;
}
type Kind = 'rotation' | 'retention';

export interface StrategyFieldsProps {
  readonly form: Form<SetValues>;
  readonly strategies: KnownStrategies;
  /** The stored values; their configuration is restored when the user selects the stored strategy again. */
  readonly stored: SetValues;
}

export function StrategyFields({ form, strategies, stored }: StrategyFieldsProps): ReactNode {
  return (
    <Fields>
      {(['rotation', 'retention'] as const).map((kind) => (
        <Chosen key={kind} kind={kind} form={form} strategies={strategies} stored={stored} />
      ))}
    </Fields>
  );
}

interface ChosenProps {
  readonly kind: Kind;
  readonly form: Form<SetValues>;
  readonly strategies: KnownStrategies;
  readonly stored: SetValues;
}

function Chosen({ kind, form, strategies, stored }: ChosenProps): ReactNode {
  const { values, set, field } = form;
  const { strategies: offered } = strategies[kind];
  const chosen = values[kind];
  const isOffered = offered.some(({ type }) => type === chosen.type);
  const known = offered.filter(({ type }) => strategyName(type) !== undefined).map(({ type }) => type);
  const options = (isOffered ? known : [...known, chosen.type]).map((type) => ({
    value: type,
    label: strategyName(type) ?? type,
  }));
  const began = (of: Kind, type: string): ChosenStrategy | undefined => {
    if (type === stored[of].type) return stored[of];
    const config = strategies[of].strategies.find((one) => one.type === type)?.default_config;
    return config && { type, config };
  };
  const choose = (type: string): void => {
    const next = { ...values, [kind]: began(kind, type) ?? chosen };
    // Invalid lifetimes that are no longer shown are replaced, so that they do not keep the form invalid.
    if (!hasLifetimes(next) && rotationProblem(next.rotation) !== undefined)
      next.rotation = began('rotation', next.rotation.type) ?? next.rotation;
    set({ [kind]: next[kind], rotation: next.rotation });
  };
  const change = (part: ChosenStrategy['config']): void =>
    set({ [kind]: { type: chosen.type, config: { ...chosen.config, ...part } } });
  const setLifetime = (lifetime: Lifetime): void =>
    set({
      rotation: { ...values.rotation, config: { ...values.rotation.config, ...configOfLifetime(lifetime) } },
    });
  const error = field(kind).error;
  return (
    <>
      <Field label={words[kind]} required>
        <Select options={options} value={chosen.type} onChange={choose} />
      </Field>
      {!isOffered && <Alert kind="danger">{words.deactivated}</Alert>}
      {kind === 'rotation' ? (
        <RotationFields chosen={chosen} error={error} onChange={change} />
      ) : (
        <>
          <RetentionFields
            chosen={chosen}
            error={error}
            onChange={change}
            rotation={values.rotation}
            longest={strategies.retention.context.max_index_retention_period}
          />
          {hasLifetimes(values) && (
            <LifetimeField
              lifetime={lifetimeOf(values.rotation.config)}
              bounds={boundsOf(strategies.rotation, strategies.retention)}
              error={field('rotation').error}
              onChange={setLifetime}
            />
          )}
        </>
      )}
    </>
  );
}

interface ConfigFieldsProps {
  readonly chosen: ChosenStrategy;
  readonly error: string | undefined;
  readonly onChange: (part: ChosenStrategy['config']) => void;
}

/** Returns the number of a field, or 0, which the validation rejects, while the text of the field is no number. */
const asNumber = (value: number | undefined): number => value ?? 0;
const shown = (value: unknown): number | undefined => (Number(value) > 0 ? Number(value) : undefined);

function RotationFields({ chosen, error, onChange }: ConfigFieldsProps): ReactNode {
  const { type, config } = chosen;
  if (type === rotations.count)
    return (
      <Field label={words.maxDocs} required error={error}>
        <NumberInput
          min={1}
          value={shown(config['max_docs_per_index'])}
          onChange={(value) => onChange({ max_docs_per_index: asNumber(value) })}
        />
      </Field>
    );
  if (type === rotations.size)
    return (
      <Field label={words.maxSize} required error={error} help={formatBytes(Number(config['max_size'] ?? 0))}>
        <NumberInput
          min={1}
          value={shown(config['max_size'])}
          onChange={(value) => onChange({ max_size: asNumber(value) })}
        />
      </Field>
    );
  if (type === rotations.time)
    return (
      <>
        <Field label={words.period} required error={error} help={periodText(String(config['rotation_period']))}>
          <PeriodInput
            value={String(config['rotation_period'] ?? '')}
            onChange={(rotation_period) => onChange({ rotation_period })}
          />
        </Field>
        <Checkbox
          label={words.rotateEmpty}
          checked={config['rotate_empty_index_set'] === true}
          onChange={(rotate) => onChange({ rotate_empty_index_set: rotate })}
        />
      </>
    );
  // The lifetime strategy has no fields here; any other strategy is unknown.
  return type === rotations.lifetime ? null : <Alert kind="danger">{texts.facts.unknown}</Alert>;
}

interface RetentionFieldsProps extends ConfigFieldsProps {
  readonly rotation: ChosenStrategy;
  /** Longest retention that the server allows, as an ISO 8601 duration; null or undefined if there is no limit. */
  readonly longest: string | null | undefined;
}

function RetentionFields({ chosen, error, onChange, rotation, longest }: RetentionFieldsProps): ReactNode {
  const { type, config } = chosen;
  if (type === retentions.none) return <Alert>{words.noop}</Alert>;
  if (type !== retentions.delete && type !== retentions.close)
    return <Alert kind="danger">{texts.facts.unknown}</Alert>;
  if (rotation.type === rotations.lifetime) return null;
  return (
    <>
      <Field label={words.maxIndices} required error={error} help={keptText(rotation, chosen)}>
        <NumberInput
          min={1}
          value={shown(config['max_number_of_indices'])}
          onChange={(value) => onChange({ max_number_of_indices: asNumber(value) })}
        />
      </Field>
      {longest && rotation.type === rotations.time && (
        <Alert kind="warning">{words.longest(longest, periodText(longest))}</Alert>
      )}
    </>
  );
}
