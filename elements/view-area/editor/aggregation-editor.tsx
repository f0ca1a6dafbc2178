/** The aggregation editor (spec 2 §2; screens/search.md §9). Opening, changing the form and cancelling execute nothing. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../../api/contract/views.schema.js';
import { functionsQuery } from '../../../api/queries/fields.js';
import { randomIds } from '../../../machines/view/ids.js';
import {
  hasColumns,
  newMetric,
  newSort,
  withGrouping,
  withVisualization,
  type AggregationForm,
} from '../../../machines/widget-editor/form.js';
import { rollbackQuestion, widgetEditorMachine } from '../../../machines/widget-editor/machine.js';
import { isValid } from '../../../machines/widget-editor/validation.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { useConfirm } from '../../kit/feedback.js';
import { ChevronDownIcon } from '../../kit/icons.js';
import { Menu } from '../../kit/menu.js';
import { space } from '../../kit/tokens.js';
import { EditorFrame } from './editor-frame.js';
import { ElementList } from './element-list.js';
import { GroupingFields } from './grouping-fields.js';
import { MetricFields } from './metric-fields.js';
import { Section } from './section.js';
import { SortFields } from './sort-fields.js';
import { texts } from './texts.js';
import { VisualizationFields } from './visualization-fields.js';

const useStyles = makeStyles({
  add: { padding: `${space.m}px ${space.xl}px` },
  visualization: { display: 'flex', flexDirection: 'column', gap: `${space.xs}px` },
});

export interface AggregationEditorProps {
  readonly widget: Widget;
  readonly title: string;
  readonly fieldTypes: readonly FieldType[];
  /** A search of the widget is under way. */
  readonly executing: boolean;
  readonly facts?: ReactNode;
  readonly head?: ReactNode;
  /** Changes the widget: the preview follows it. */
  readonly onConfig: (config: AggregationConfig) => void;
  /** Takes along what above the preview is changed but not submitted. */
  readonly onApplied: () => void;
  readonly onCancelled: () => void;
  /** The result, and what may be changed in it. */
  readonly renderPreview: (onConfigChange: (config: AggregationConfig) => void) => ReactNode;
}

export function AggregationEditor(props: AggregationEditorProps) {
  const { widget, title, fieldTypes, executing, facts, head, renderPreview } = props;
  const { client } = useConnection();
  const confirm = useConfirm();
  const editor = useActorRef(widgetEditorMachine, {
    // The wire's configuration of this type of widget.
    input: { config: widget.config as unknown as AggregationConfig },
  });
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const told = [
      editor.on('configWanted', ({ config }) => latest.current.onConfig(config)),
      editor.on('applied', () => latest.current.onApplied()),
      editor.on('cancelled', () => latest.current.onCancelled()),
    ];
    return () => told.forEach((one) => one.unsubscribe());
  }, [editor]);
  useEffect(() => {
    if (!executing) editor.send({ type: 'execution.finished' });
  }, [editor, executing]);

  const asked = useSelector(editor, (state) => state.matches({ editing: { question: 'asked' } }));
  const asking = useRef(confirm);
  useEffect(() => {
    asking.current = confirm;
  });
  useEffect(() => {
    if (!asked) return;
    let over = false;
    void asking
      .current({ title: texts.rollbackTitle, text: rollbackQuestion, confirm: texts.rollback })
      .then((sure) => !over && editor.send({ type: sure ? 'confirmed' : 'declined' }));
    return () => {
      over = true;
    };
  }, [editor, asked]);

  const form = useSelector(editor, ({ context }) => context.form);
  const problems = useSelector(editor, ({ context }) => context.problems);
  const changed = useSelector(editor, (state) => state.matches({ editing: { draft: 'changed' } }));
  const updating = useSelector(editor, (state) => state.matches({ editing: { preview: 'updating' } }));
  const valid = isValid(problems);
  const { data: functions } = useQuery(functionsQuery(client));
  const functionOptions = Object.values(functions ?? {})
    .map(({ type, description }) => ({ value: type, label: description }))
    .sort((left, right) => left.label.localeCompare(right.label));
  const [touched, setTouched] = useState(false);
  const change = (next: AggregationForm) => {
    setTouched(true);
    editor.send({ type: 'form.changed', form: next });
  };

  return (
    <EditorFrame
      label={texts.editorOf(title)}
      head={head}
      facts={facts}
      form={
        <AggregationFields
          form={form}
          problems={problems}
          functions={functionOptions}
          fieldTypes={fieldTypes}
          onChange={change}
        />
      }
      formFoot={
        <Button
          full
          disabled={!valid || !changed || updating}
          pending={changed ? texts.notPreviewed : false}
          busy={updating}
          onClick={() => editor.send({ type: 'preview.requested' })}
        >
          {updating ? texts.updatingPreview : texts.updatePreview}
        </Button>
      }
      preview={renderPreview((config) => editor.send({ type: 'config.changed', config }))}
      buttons={
        <>
          <Button onClick={() => editor.send({ type: 'cancel.requested' })}>{texts.cancel}</Button>
          <Button
            appearance="primary"
            disabled={touched && !valid}
            disabledReason={texts.fixFirst}
            onClick={() => (valid ? editor.send({ type: 'apply.requested' }) : setTouched(true))}
          >
            {texts.update}
          </Button>
        </>
      }
    />
  );
}

interface AggregationFieldsProps {
  readonly form: AggregationForm;
  readonly problems: ReturnType<typeof widgetEditorMachine.getInitialSnapshot>['context']['problems'];
  readonly functions: Parameters<typeof MetricFields>[0]['functions'];
  readonly fieldTypes: readonly FieldType[];
  readonly onChange: (form: AggregationForm) => void;
}

function AggregationFields({ form, problems, functions, fieldTypes, onChange }: AggregationFieldsProps) {
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
      <Section
        title={texts.sections.groupBy}
        addLabel={texts.addElement(texts.elements.grouping)}
        onAdd={addGrouping}
        empty={groupings.length === 0 ? texts.noGroupings : undefined}
      >
        <ElementList
          label={texts.sections.groupBy}
          kind={texts.elements.grouping}
          elements={groupings}
          onChange={(next) => onChange({ ...form, groupings: next })}
        >
          {(grouping, changeGrouping) => (
            <GroupingFields
              grouping={grouping}
              problems={problems.groupings[grouping.id]}
              fieldTypes={fieldTypes}
              onChange={changeGrouping}
            />
          )}
        </ElementList>
        {groupings.length > 0 && (
          <Checkbox
            label={texts.rollupColumns}
            title={texts.rollupHelp}
            checked={form.rollupColumns && hasColumns(form)}
            disabled={!hasColumns(form)}
            onChange={(rollupColumns) => onChange({ ...form, rollupColumns })}
          />
        )}
      </Section>
      <Section
        title={texts.sections.metrics}
        addLabel={texts.addElement(texts.elements.metric)}
        onAdd={addMetric}
        empty={metrics.length === 0 ? texts.noMetrics : undefined}
      >
        <ElementList
          label={texts.sections.metrics}
          kind={texts.elements.metric}
          elements={metrics}
          onChange={(next) => onChange({ ...form, metrics: next })}
        >
          {(metric, changeMetric) => (
            <MetricFields
              metric={metric}
              problems={problems.metrics[metric.id]}
              functions={functions}
              fieldTypes={fieldTypes}
              onChange={changeMetric}
            />
          )}
        </ElementList>
      </Section>
      <Section
        title={texts.sections.sort}
        addLabel={texts.addElement(texts.elements.sort)}
        onAdd={addSort}
        empty={sorts.length === 0 ? texts.noSorts : undefined}
      >
        <ElementList
          label={texts.sections.sort}
          kind={texts.elements.sort}
          elements={sorts}
          onChange={(next) => onChange({ ...form, sorts: next })}
        >
          {(sort, changeSort) => (
            <SortFields form={form} sort={sort} problems={problems.sorts[sort.id]} onChange={changeSort} />
          )}
        </ElementList>
      </Section>
      <Section title={texts.sections.visualization}>
        <div className={styles.visualization}>
          <VisualizationFields form={form} problems={problems.visualization} onChange={onChange} />
        </div>
      </Section>
    </>
  );
}
