/** Renders the editor of a widget; the widget type selects the form. */
import { useSelector } from '@xstate/react';
import { useRef, useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { joinComputed, splitComputed } from '../../../machines/formula/stored.js';
import { resultsOf } from '../../../machines/search-execution/results.js';
import { draftOf, stateOf, widgetOf, type ViewDocument } from '../../../machines/view/document.js';
import { metricLooksOf } from '../../../machines/view/metric-look.js';
import { executedDraft } from '../../../machines/view/widget-draft.js';
import { useToasts } from '../../kit/feedback.js';
import { formatNumber } from '../../kit/format.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { useFieldTypes } from '../field-types.js';
import { useWidgetResult } from '../widget/widget-result.js';
import { widgetTypes } from '../widget/widget-types.js';
import type { RenderWidget } from '../view-area.js';
import { useView, type ViewPageActor } from '../view-page.js';
import { AggregationEditor } from './aggregation-editor.js';
import { MessageTableEditor } from './message-table-editor.js';
import { TextEditor } from './text-editor.js';
import { texts } from './texts.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

const PluginEditor = lazyPart(() => import('./plugin-editor.js'), 'PluginEditor');

export interface WidgetEditorProps {
  readonly page: ViewPageActor;
  readonly document: ViewDocument;
  readonly widget: Widget;
  readonly title: string;
  /** Content above the preview: the query row of a dashboard widget. */
  readonly head?: ReactNode;
  readonly onApplied: () => void;
  readonly onCancelled: () => void;
  /** Renders the widget with its result, for the preview. */
  readonly renderWidget: RenderWidget;
}

/**
 * Calls `tell` with the reason when the running search fails. This is needed because the editor is closed by then.
 */
function onFailedRun(page: ViewPageActor, tell: (reason: string) => void): void {
  const { execution } = page.getSnapshot().context;
  if (!execution.getSnapshot().matches({ run: 'running' })) return;
  const watching = execution.subscribe((state) => {
    if (state.matches({ run: 'running' })) return;
    watching.unsubscribe();
    if (state.matches({ run: 'failed' })) tell(reasonOf(state.context.failure));
  });
}

export function WidgetEditor(props: WidgetEditorProps): ReactNode {
  const { page, document, widget, title, head, onCancelled, renderWidget } = props;
  const { view, queryId } = useView(page);
  const { toast } = useToasts();
  const types = widgetTypes.use();
  const onApplied = () => {
    onFailedRun(page, (reason) => toast('error', texts.applyFailed(reason), texts.error));
    props.onApplied();
  };
  const override = useSelector(page, ({ context }) => context.override);
  const executed =
    document.view.type === 'DASHBOARD' ? executedDraft(widget, override?.timerange) : draftOf(document, queryId);
  const { list = [] } = useFieldTypes(executed, true);
  const { shown, executing } = useWidgetResult(page, widget.id);
  const pivot = resultsOf(shown, widget.id).find((result) => result.type === 'pivot');
  const duration = shown?.result?.execution_stats.duration;
  const rows = pivot?.rows.filter(({ source }) => source === 'leaf').length;
  const facts = rows !== undefined && duration !== undefined ? texts.result(formatNumber(rows), duration) : undefined;
  // Filtered metrics and formulas are stored in the view when the edit is applied.
  const [computed, setComputed] = useState(() => stateOf(document, queryId).titles?.['formulas']?.[widget.id] ?? '');
  const latestComputed = useRef(computed);
  const change = (config: object) => {
    // The widget is read again, because its query may have changed since the last render.
    const { document: now, activeQuery } = view.getSnapshot().context;
    const latest = (now && widgetOf(now, activeQuery, widget.id)) ?? widget;
    view.send({ type: 'widget.updated', widget: { ...latest, config: { ...config } } });
  };

  if (widget.type.toLowerCase() === 'text') {
    return (
      <TextEditor
        title={title}
        text={typeof widget.config['text'] === 'string' ? widget.config['text'] : ''}
        preview={renderWidget(widget)}
        onText={(text) => change({ ...widget.config, text })}
        onApplied={onApplied}
        onCancelled={onCancelled}
      />
    );
  }
  if (widget.type.toLowerCase() === 'messages') {
    return (
      <MessageTableEditor
        widget={widget}
        title={title}
        fieldTypes={list}
        sample={executed}
        facts={facts}
        head={head}
        preview={renderWidget(widget)}
        onConfig={change}
        onApplied={onApplied}
        onCancelled={onCancelled}
      />
    );
  }
  const editor = types.find(({ type }) => type === widget.type.toLowerCase())?.plugin;
  if (editor) {
    return (
      <PluginEditor
        part={editor}
        title={title}
        config={widget.config}
        facts={facts}
        head={head}
        preview={renderWidget(widget)}
        onConfig={change}
        onApplied={onApplied}
        onCancelled={onCancelled}
      />
    );
  }
  return (
    <AggregationEditor
      widget={{ ...widget, config: { ...joinComputed(aggregationOf(widget), computed) } }}
      title={title}
      fieldTypes={list}
      executing={executing}
      facts={facts}
      head={head}
      looks={metricLooksOf(stateOf(document, queryId), widget.id)}
      onConfig={(joined) => {
        const split = splitComputed(joined);
        latestComputed.current = split.computed;
        setComputed(split.computed);
        change(split.config);
      }}
      onApplied={(looks) => {
        view.send({ type: 'widget.measured', widgetId: widget.id, looks });
        view.send({ type: 'widget.computed', widgetId: widget.id, computed: latestComputed.current });
        onApplied();
      }}
      onCancelled={onCancelled}
      renderPreview={(onConfigChange, looks) => renderWidget(widget, onConfigChange, looks, computed)}
    />
  );
}
