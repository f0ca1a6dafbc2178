/**
 * Renders the step of the wizard for query, streams, intervals and condition (screens/dashboards-sharing-alerts.md
 * §9.5).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import { allows } from '../../../api/permissions.js';
import { keepsAlertStatesQuery } from '../../../api/queries/alerts.js';
import { entityTypesQuery } from '../../../api/queries/event-definitions.js';
import { allFieldsQuery, fieldsQuery } from '../../../api/queries/fields.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import {
  aggregationType,
  conditionDefaults,
  syncParameters,
  systemType,
  type DefinitionValues,
  type Mode,
  type ParameterValue,
} from '../../../machines/event-condition/definition-values.js';
import { emptyCondition, formulaFunction } from '../../../machines/event-condition/tree.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Checkbox, Radio } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { Field } from '../../kit/field.js';
import { Fields } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { Suspense } from '../../kit/suspense.js';
import { container, tokens, type as texttype } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { ConditionBuilder } from './condition-builder.js';
import { DurationInput } from './duration-input.js';
import { FilterPreview } from './filter-preview.js';
import { formTexts } from './form-texts.js';
import { ParametersField } from './parameters-field.js';
import type { StepProps } from './step.js';

const words = formTexts.condition;
const { aggregation: aggregationWords } = formTexts;

/**
 * Milliseconds between the last change of the query and the search for parameters in the query
 * (screens/dashboards-sharing-alerts.md §9.5).
 */
const parseDelayMs = 250;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(280px, 2fr)',
    gap: '24px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px', minWidth: 0 },
  durations: { display: 'flex', flexWrap: 'wrap', gap: '16px 24px' },
  note: { margin: 0, color: tokens.text.tertiary, ...texttype.caption },
  radios: { display: 'grid', gap: '6px' },
  help: { color: tokens.text.secondary, ...texttype.body, '& > summary': { cursor: 'pointer', fontWeight: 600 } },
  types: { ...texttype.body, '& > dt': { fontWeight: 600 }, '& > dd': { margin: 0, color: tokens.text.secondary } },
});

/** The preview, whose script is loaded after the form is shown. */
const ConditionPreview = lazyPart(() => import('./condition-preview.js'), 'ConditionPreview');

export interface ConditionStepProps extends StepProps {
  /** The definition to edit; undefined for a new definition. */
  readonly stored: EventDefinition | undefined;
  /** True while this step of the wizard is shown. */
  readonly active: boolean;
}

export function ConditionStep(props: ConditionStepProps): ReactNode {
  const styles = useStyles();
  const { values, set, error, stored, active } = props;
  if (values.type === systemType)
    return (
      <Section title={words.step}>
        <Alert>{words.system}</Alert>
      </Section>
    );
  const known = values.type === '' || values.type === aggregationType;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Section title={words.step}>
          <Field label={words.type} required help={words.typeHelp} error={error('type')}>
            <Select
              disabled={!known}
              options={
                known ? [{ value: aggregationType, label: words.name }] : [{ value: values.type, label: values.type }]
              }
              value={values.type === '' ? undefined : values.type}
              placeholder={words.choose}
              onChange={(type) => {
                if (type !== values.type) set({ type, ...conditionDefaults });
              }}
            />
          </Field>
          {!known && <Alert kind="warning">{words.unknown(values.type)}</Alert>}
        </Section>
        {values.type === aggregationType && <FilterFields {...props} />}
      </div>
      <div className={styles.column}>
        {values.type === aggregationType ? (
          <Beside values={values} stored={stored} active={active} />
        ) : (
          <Section title={words.types}>
            <dl className={styles.types}>
              <dt>{words.name}</dt>
              <dd>{words.about}</dd>
            </dl>
          </Section>
        )}
      </div>
    </div>
  );
}

/**
 * Keeps the list of parameters equal to the parameters in the query. A parameter that is removed and later written
 * again gets its earlier value back.
 */
function useSyncedParameters({ values, set }: StepProps): void {
  const query = useDebounced(values.query, parseDelayMs);
  const remembered = useRef(new Map<string, ParameterValue>());
  const latest = useRef({ values, set });
  useEffect(() => {
    latest.current = { values, set };
  });
  useEffect(() => {
    const { values: now, set: change } = latest.current;
    for (const one of now.query_parameters) remembered.current.set(one.name, one);
    const synced = syncParameters(query, now.query_parameters, remembered.current);
    if (synced !== now.query_parameters) change({ query_parameters: synced });
  }, [query]);
}

/**
 * Returns a function that switches between filter and aggregation. Switching to the filter clears the values that only
 * an aggregation has; switching back restores them.
 */
function useModes({ values, set }: StepProps): (mode: Mode) => void {
  const [kept, setKept] = useState<Pick<DefinitionValues, 'group_by' | 'conditions'>>();
  return (mode) => {
    if (mode === values.mode) return;
    if (mode === 'filter') {
      setKept({ group_by: values.group_by, conditions: values.conditions });
      set({ mode, group_by: [], conditions: emptyCondition });
    } else set({ mode, ...kept });
  };
}

function FilterFields(props: StepProps): ReactNode {
  const styles = useStyles();
  const name = useId();
  const { values, set, error } = props;
  const { client } = useConnection();
  const { data: streamList, isPending } = useQuery(streamsQuery(client));
  /** False for a reference server, which supports neither the receive time nor an event limit. */
  const { data: isOwn } = useQuery(keepsAlertStatesQuery(client));
  useSyncedParameters(props);
  const chooseMode = useModes(props);
  const streams = useMemo(() => {
    const editable = (streamList?.streams ?? []).filter(
      ({ is_editable: isEditable, is_default: isDefault }) => isEditable || isDefault,
    );
    const options = editable
      .map(({ id, title }) => ({ value: id, label: title }))
      .sort((left, right) => left.label.localeCompare(right.label));
    const shown = new Set(options.map(({ value }) => value));
    // Selected streams that are deleted or not editable stay in the list, so that the user can remove them.
    const titles = new Map(streamList?.streams.map(({ id, title }) => [id, title]));
    const others = values.streams.filter((id) => !shown.has(id));
    return [...options, ...others.map((id) => ({ value: id, label: titles.get(id) ?? id }))];
  }, [streamList, values.streams]);
  return (
    <>
      <Section title={words.filter}>
        <Fields>
          <Field label={words.query} optional help={words.queryHelp} error={error('query')}>
            <Input mono value={values.query} onChange={(query) => set({ query })} />
          </Field>
          <ParametersField
            parameters={values.query_parameters}
            error={error('query_parameters')}
            onChange={(query_parameters) => set({ query_parameters })}
          />
          <Field label={words.streams} optional help={words.streamsHelp} error={error('streams')}>
            <MultiSelect
              options={streams}
              selected={values.streams}
              loading={isPending}
              placeholder={words.allStreams}
              onChange={(chosen) => set({ streams: chosen })}
            />
          </Field>
          <div className={styles.durations}>
            <DurationInput
              label={words.within}
              required
              ms={values.search_within_ms}
              error={error('search_within_ms')}
              onChange={(search_within_ms) => set({ search_within_ms })}
            />
            <DurationInput
              label={words.every}
              required
              ms={values.execute_every_ms}
              error={error('execute_every_ms')}
              onChange={(execute_every_ms) => set({ execute_every_ms })}
            />
          </div>
          {(isOwn === true || values.by_receive_time) && (
            <Field label={words.time} group help={words.byReceiptHelp}>
              <Checkbox
                label={words.byReceipt}
                checked={values.by_receive_time}
                onChange={(by_receive_time) => set({ by_receive_time })}
              />
            </Field>
          )}
          {(isOwn === true || values.event_limit !== undefined) && (
            <Field label={words.limit} optional help={words.limitHelp[values.mode]} error={error('event_limit')}>
              <NumberInput
                min={1}
                step={1}
                value={values.event_limit}
                onChange={(event_limit) => set({ event_limit })}
              />
            </Field>
          )}
          {isOwn === false && <p className={styles.note}>{words.ofOwnServer}</p>}
          <Field label={words.enable} group help={words.enableHelp}>
            <Checkbox
              label={words.enable}
              checked={values.is_scheduled}
              onChange={(is_scheduled) => set({ is_scheduled })}
            />
          </Field>
          <Field label={words.createIf} group>
            <div className={styles.radios}>
              {(['filter', 'aggregation'] as const).map((mode) => (
                <Radio
                  key={mode}
                  name={name}
                  label={words.modes[mode]}
                  checked={values.mode === mode}
                  onChoose={() => chooseMode(mode)}
                />
              ))}
            </div>
          </Field>
        </Fields>
      </Section>
      {values.mode === 'aggregation' && <AggregationFields {...props} />}
    </>
  );
}

/** Time range of the messages whose fields are offered. */
const sampledRange = { type: 'relative', from: 86_400 } as const;

function AggregationFields({ values, set, error, tried }: StepProps): ReactNode {
  const { client } = useConnection();
  const ofStreams = useQuery({
    ...fieldsQuery(client, values.streams, sampledRange),
    enabled: values.streams.length > 0,
  });
  const ofAll = useQuery({ ...allFieldsQuery(client), enabled: values.streams.length === 0 });
  const { data: types } = useQuery(entityTypesQuery(client));
  const known = values.streams.length > 0 ? ofStreams.data : ofAll.data;
  const fields = useMemo(
    () =>
      (known ?? [])
        .map(({ name, type }) => ({ value: name, label: name, note: type.type }))
        .sort((left, right) => left.label.localeCompare(right.label)),
    [known],
  );
  return (
    <Section title={aggregationWords.title}>
      <Fields>
        <Field label={aggregationWords.groupBy} optional help={aggregationWords.groupByHelp} error={error('group_by')}>
          <MultiSelect
            options={fields}
            selected={values.group_by}
            creatable
            onChange={(group_by) => set({ group_by })}
          />
        </Field>
        <ConditionBuilder
          value={values.conditions}
          functions={[
            ...(types?.aggregation_functions ?? []),
            ...(types?.aggregation_formulas ? [formulaFunction] : []),
          ]}
          fields={fields}
          tried={tried}
          error={error('conditions')}
          onChange={(conditions) => set({ conditions })}
        />
      </Fields>
    </Section>
  );
}

function Beside({ values, stored, active }: Pick<ConditionStepProps, 'values' | 'stored' | 'active'>): ReactNode {
  const styles = useStyles();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayRead = values.streams.every((id) => allows(granted, `streams:read:${id}`));
  return (
    <>
      <details className={styles.help}>
        <summary>{words.helpTitle}</summary>
        {words.help[values.mode]}
      </details>
      {mayRead ? (
        <>
          {active && (
            <ErrorBoundary fallback={() => null}>
              <Suspense fallback={null}>
                <ConditionPreview values={values} stored={stored} />
              </Suspense>
            </ErrorBoundary>
          )}
          <FilterPreview
            active={active}
            query={values.query}
            parameters={values.query_parameters}
            streams={values.streams}
            withinMs={values.search_within_ms}
          />
        </>
      ) : (
        <Alert kind="warning">{words.previewDenied}</Alert>
      )}
    </>
  );
}
