/**
 * Wraps a dashboard widget, which is searched separately: the widget's menus and charts use the fields of its own
 * search. A click on a value is reported with the event `log-value-click`; a host that cancels the event keeps the
 * menu closed.
 */
import { useMemo, type ReactNode } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { executedDraft } from '../../../machines/view/widget-draft.js';
import { useHostElement } from '../../element/host-context.js';
import { FieldInteractionsContext, type FieldInteractions } from '../../widgets/index.js';
import { useFieldTypes, type FieldTypes } from '../field-types.js';

export interface DashboardWidgetProps {
  readonly widget: Widget;
  /** Time range of the dashboard that overrides the ranges of all widgets; null or undefined: no override. */
  readonly overridden: TimeRange | null | undefined;
  /** False until the field types are needed; they are not requested before. */
  readonly enabled: boolean;
  readonly interactions: FieldInteractions;
  readonly render: (fields: FieldTypes) => ReactNode;
}

export function DashboardWidget(props: DashboardWidgetProps): ReactNode {
  const { widget, overridden, enabled, interactions, render } = props;
  const host = useHostElement();
  const fields = useFieldTypes(executedDraft(widget, overridden), enabled);
  const own = useMemo(
    (): FieldInteractions => ({
      ...interactions,
      typeOf: fields.typeOf,
      isLeftOut: fields.isLeftOut,
      onValueClick: (clicked) => host.emit('log-value-click', { ...clicked, widget: widget.id }, { cancelable: true }),
    }),
    [host, interactions, fields, widget.id],
  );
  return <FieldInteractionsContext value={own}>{render(fields)}</FieldInteractionsContext>;
}
