/**
 * Renders the editor of aggregation widgets (spec 2 §2; screens/search.md §9). The live preview follows the form after
 * a pause. Without the live preview, a changed form is searched only by the buttons "Update preview" and "Update
 * widget".
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../../api/contract/views.schema.js';
import { functionsQuery } from '../../../api/queries/fields.js';
import { randomIds } from '../../../machines/view/ids.js';
import type { MetricLooks } from '../../../machines/view/metric-look.js';
import {
  hasColumns,
  looksOf,
  namesOf,
  newMetric,
  newSort,
  withGrouping,
  withVisualization,
  type AggregationForm,
} from '../../../machines/widget-editor/form.js';
import { rollbackQuestion, widgetEditorMachine } from '../../../machines/widget-editor/machine.js';
import { isValid, problemsOf, type FormProblems } from '../../../machines/widget-editor/validation.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { useConfirm } from '../../kit/feedback.js';
import { ChevronDownIcon } from '../../kit/icons.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { Menu } from '../../kit/menu.js';
import { space } from '../../kit/tokens.js';
import { viewTexts } from '../../views/index.js';
import { EditorFrame } from './editor-frame.js';
import { ElementSection } from './element-section.js';
import { GroupingFields } from './grouping-fields.js';
import { MetricFields } from './metric-fields.js';
import { Section } from './section.js';
import { SortFields } from './sort-fields.js';
import { texts } from './texts.js';
import { useLivePreview } from './use-live-preview.js';
import { VisualizationFields } from './visualization-fields.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    whiteSpace: 'nowrap',
    '& > button': { flex: '1 1 auto' },
  },
  add: { padding: `${space.m}px ${space.xl}px` },
  visualization: { display: 'flex', flexDirection: 'column', gap: `${space.xs}px` },
});

export interface AggregationEditorProps {
  readonly widget: Widget;
  readonly title: string;
  readonly fieldTypes: readonly FieldType[];
  /** True while a search of the widget is running. */
  readonly executing: boolean;
  readonly facts?: ReactNode;
  readonly head?: ReactNode;
  /** Called with a changed configuration of the widget, so that the preview updates. */
  readonly onConfig: (config: AggregationConfig) => void;
  /** Units and thresholds as stored in the view. */
  readonly looks: MetricLooks;
  /** Called when the edit is applied; the callback must also apply unsubmitted changes of the query row. */
  readonly onApplied: (looks: MetricLooks) => void;
  readonly onCancelled: () => void;
  /** Renders the preview; `onConfigChange` receives configuration changes that the user makes in the preview itself. */
  readonly renderPreview: (onConfigChange: (config: AggregationConfig) => void, looks: MetricLooks) => ReactNode;
}

export function AggregationEditor(props: AggregationEditorProps) {
  const styles = useStyles();
  const { widget, title, fieldTypes, executing, facts, head, renderPreview } = props;
  const { client } = useConnection();
  const confirm = useConfirm();
  const editor = useActorRef(widgetEditorMachine, {
    input: { config: aggregationOf(widget), looks: props.looks },
  });
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const subscriptions = [
      editor.on('configWanted', ({ config }) => latest.current.onConfig(config)),
      editor.on('applied', () => latest.current.onApplied(looksOf(editor.getSnapshot().context.form))),
      editor.on('cancelled', () => latest.current.onCancelled()),
    ];
    return () => subscriptions.forEach((one) => one.unsubscribe());
  }, [editor]);
  // Units and thresholds before the edit. The leave guard compares them, because their changes exist only in the form.
  const [looksBefore] = useState(() => looksOf(editor.getSnapshot().context.form));
  useLeaveGuard(
    () => {
      const state = editor.getSnapshot();
      const measured = !sameWire(looksOf(state.context.form), looksBefore);
      return state.status === 'active' && (measured || state.matches({ editing: { draft: 'changed' } }));
    },
    { text: viewTexts.leave, inPage: true },
  );

  const requested = useSelector(editor, (state) => state.matches({ editing: { question: 'asked' } }));
  const confirming = useRef(confirm);
  useEffect(() => {
    confirming.current = confirm;
  });
  useEffect(() => {
    if (!requested) return;
    let over = false;
    void confirming
      .current({ title: texts.rollbackTitle, text: rollbackQuestion, confirm: texts.rollback })
      .then((sure) => !over && editor.send({ type: sure ? 'confirmed' : 'declined' }));
    return () => {
      over = true;
    };
  }, [editor, requested]);

  const form = useSelector(editor, ({ context }) => context.form);
  const problems = useSelector(editor, ({ context }) => context.problems);
  const changed = useSelector(editor, (state) => state.matches({ editing: { draft: 'changed' } }));
  const updating = useSelector(editor, (state) => state.matches({ editing: { preview: 'updating' } }));
  // An update of the preview that needs no search, because only display settings have changed, is finished immediately.
  useEffect(() => {
    if (updating && !executing) editor.send({ type: 'execution.finished' });
  }, [editor, executing, updating]);
  const valid = isValid(problems);
  const { data: functions } = useQuery(functionsQuery(client));
  const functionOptions = Object.values(functions ?? {})
    .map(({ type, description }) => ({ value: type, label: description }))
    .sort((left, right) => left.label.localeCompare(right.label));
  // Ids of new elements: a new grouping, metric or sort shows no errors until it loses the focus or the form is
  // submitted.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const shown = fresh.size === 0 ? problems : withoutProblemsOf(problems, fresh);
  const change = (next: AggregationForm) => {
    const known = new Set(elementsOf(form).map(({ id }) => id));
    const added = elementsOf(next).filter(({ id }) => !known.has(id));
    // The user is about to fill in what a newly chosen function requires, so the error of that metric is not shown yet.
    const quiet = [...added.map(({ id }) => id), ...newlyIncomplete(form, next, problems)];
    if (quiet.length > 0) setFresh((before) => new Set([...before, ...quiet]));
    editor.send({ type: 'form.changed', form: next });
  };
  const looks = useMemo(() => looksOf(form), [form]);
  const fields = useRef<HTMLDivElement>(null);
  const send = (type: 'preview.requested' | 'apply.requested') =>
    passesNatively(fields.current) && editor.send({ type });

  const live = useLivePreview(form, valid && changed && !updating, () => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    if (inputs.every((input) => input.validity.valid)) editor.send({ type: 'preview.requested' });
  });

  return (
    <EditorFrame
      label={texts.editorOf(title)}
      head={head}
      facts={facts}
      form={
        <div ref={fields}>
          <AggregationFields
            form={form}
            problems={shown}
            functions={functionOptions}
            fieldTypes={fieldTypes}
            onChange={change}
            onLeave={(id) =>
              setFresh((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : before))
            }
          />
        </div>
      }
      formFoot={
        <div className={styles.foot}>
          <Checkbox
            label={texts.livePreview}
            title={texts.livePreviewHelp}
            checked={live.wanted}
            onChange={live.onWanted}
          />
          <Button
            full
            disabled={!valid || !changed || updating}
            pending={changed ? texts.notPreviewed : false}
            // With a reason, a disabled button keeps the focus; otherwise the focus would move to Cancel.
            disabledReason={updating ? '' : valid ? texts.previewed : texts.fixFirst}
            busy={updating}
            onClick={() => send('preview.requested')}
          >
            {updating ? texts.updatingPreview : texts.updatePreview}
          </Button>
        </div>
      }
      preview={renderPreview((config) => editor.send({ type: 'config.changed', config }), looks)}
      buttons={
        <>
          <Button onClick={() => editor.send({ type: 'cancel.requested' })}>{texts.cancel}</Button>
          <Button
            appearance="primary"
            disabled={!isValid(shown)}
            disabledReason={texts.fixFirst}
            onClick={() => (valid ? send('apply.requested') : setFresh(new Set()))}
          >
            {texts.update}
          </Button>
        </>
      }
    />
  );
}

/**
 * Returns true if all inputs pass the browser's form validation (steps, limits, numbers); otherwise the first invalid
 * input is focused and shows its error (spec 2 §5).
 */
function passesNatively(fields: HTMLElement | null): boolean {
  const refused = [...(fields?.querySelectorAll('input') ?? [])].find((input) => !input.validity.valid);
  // The input is focused here, because number inputs focus themselves only inside a form.
  refused?.focus();
  return refused?.reportValidity() ?? true;
}

/**
 * Returns the ids of metrics whose function was changed and now lacks something, such as its field, and that had no
 * problem before.
 */
function newlyIncomplete(before: AggregationForm, next: AggregationForm, problems: FormProblems): readonly string[] {
  const known = new Map(before.metrics.map((metric) => [metric.id, metric]));
  const broken = problemsOf(next).metrics;
  return next.metrics
    .filter(({ id, function: name }) => id in broken && !(id in problems.metrics) && known.get(id)?.function !== name)
    .map(({ id }) => id);
}

const elementsOf = ({ groupings, metrics, sorts }: AggregationForm): readonly { readonly id: string }[] => [
  ...groupings,
  ...metrics,
  ...sorts,
];

/** Returns the problems, except the problems of the groupings, metrics and sorts with the given ids. */
function withoutProblemsOf(problems: FormProblems, ids: ReadonlySet<string>): FormProblems {
  const others = <Problems,>(byId: Readonly<Record<string, Problems>>): Readonly<Record<string, Problems>> =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => !ids.has(id)));
  return {
    ...problems,
    groupings: others(problems.groupings),
    metrics: others(problems.metrics),
    sorts: others(problems.sorts),
  };
}

interface AggregationFieldsProps {
  readonly form: AggregationForm;
  readonly problems: FormProblems;
  readonly functions: Parameters<typeof MetricFields>[0]['functions'];
  readonly fieldTypes: readonly FieldType[];
  readonly onChange: (form: AggregationForm) => void;
  readonly onLeave: (id: string) => void;
}

function AggregationFields(props: AggregationFieldsProps) {
  const { form, problems, functions, fieldTypes, onChange, onLeave } = props;
  const styles = useStyles();
  const { groupings, metrics, sorts, visualization } = form;
  const addGrouping = () => onChange(withGrouping(form, randomIds));
  const addMetric = () => onChange({ ...form, metrics: [...metrics, newMetric(randomIds)] });
  const addSort = () => onChange({ ...form, sorts: [...sorts, newSort(randomIds)] });
  return (
    <>
      <div className={styles.add}>
        <Menu
          label={texts.add}
          entries={[
            { key: 'grouping', label: texts.elements.grouping, onSelect: addGrouping },
            { key: 'metric', label: texts.elements.metric, onSelect: addMetric },
            { key: 'sort', label: texts.elements.sort, onSelect: addSort },
            ...(visualization.type === undefined
              ? [
                  {
                    key: 'visualization',
                    label: texts.elements.visualization,
                    onSelect: () => onChange(withVisualization(form, 'table')),
                  },
                ]
              : []),
          ]}
        >
          <Button full iconAfter={<ChevronDownIcon />}>
            {texts.add}
          </Button>
        </Menu>
      </div>
      <ElementSection
        title={texts.sections.groupBy}
        kind={texts.elements.grouping}
        none={texts.noGroupings}
        elements={groupings}
        onAdd={addGrouping}
        onChange={(next) => onChange({ ...form, groupings: next })}
        onLeave={onLeave}
        below={
          groupings.length > 0 && (
            <Checkbox
              label={texts.rollupColumns}
              title={texts.rollupHelp}
              checked={form.rollupColumns && hasColumns(form)}
              disabled={!hasColumns(form)}
              onChange={(rollupColumns) => onChange({ ...form, rollupColumns })}
            />
          )
        }
      >
        {(grouping, changeGrouping) => (
          <GroupingFields
            grouping={grouping}
            problems={problems.groupings[grouping.id]}
            fieldTypes={fieldTypes}
            onChange={changeGrouping}
          />
        )}
      </ElementSection>
      <ElementSection
        title={texts.sections.metrics}
        kind={texts.elements.metric}
        none={texts.noMetrics}
        elements={metrics}
        onAdd={addMetric}
        onChange={(next) => onChange({ ...form, metrics: next })}
        onLeave={onLeave}
      >
        {(metric, changeMetric) => (
          <MetricFields
            metric={metric}
            problems={problems.metrics[metric.id]}
            functions={functions}
            fieldTypes={fieldTypes}
            names={[...namesOf({ metrics: metrics.filter(({ id }) => id !== metric.id) }).keys()]}
            onChange={changeMetric}
          />
        )}
      </ElementSection>
      <ElementSection
        title={texts.sections.sort}
        kind={texts.elements.sort}
        none={texts.noSorts}
        elements={sorts}
        onAdd={addSort}
        onChange={(next) => onChange({ ...form, sorts: next })}
        onLeave={onLeave}
      >
        {(sort, changeSort) => (
          <SortFields form={form} sort={sort} problems={problems.sorts[sort.id]} onChange={changeSort} />
        )}
      </ElementSection>
      <Section title={texts.sections.visualization}>
        <div className={styles.visualization}>
          <VisualizationFields form={form} problems={problems.visualization} onChange={onChange} />
        </div>
      </Section>
    </>
  );
}
