/**
 * Provides the commands for the widgets of a view; the view type and the permissions determine which commands are
 * available.
 */
import type { Widget } from '../../api/contract/views.schema.js';
import { joinedQueries } from '../../machines/joined-queries.js';
import { appliedOverride } from '../../machines/page-parts.js';
import { searchLink } from '../../machines/view/address.js';
import { draftOf, queryIds, stateOf, widgetOf, type ViewDocument } from '../../machines/view/document.js';
import { widgetTitle } from '../../machines/view/titles.js';
import { executedDraft } from '../../machines/view/widget-draft.js';
import { useHostElement, useNavigate } from '../element/host-context.js';
import { useConfirm, useToasts } from '../kit/feedback.js';
import { shareToolTexts, useShareTools } from '../kit/share-tools.js';
import type { AreaDialog } from './area-dialogs.js';
import { usePicture } from './picture/use-picture.js';
import { texts } from './texts.js';
import type { WidgetModeActor } from './use-widget-mode.js';
import { useView, type ViewPageActor } from './view-page.js';
import type { WidgetCommands } from './widget/widget-actions.js';

export interface CommandsInput {
  readonly page: ViewPageActor;
  readonly document: ViewDocument;
  readonly mode: WidgetModeActor;
  readonly hasRoute: (route: string) => boolean;
  readonly onDialog: (dialog: AreaDialog) => void;
}

export function useWidgetCommands({ page, document, mode, hasRoute, onDialog }: CommandsInput): WidgetCommands {
  const { readonly: readOnly, hides } = useHostElement();
  const { view, queryId } = useView(page);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { toast } = useToasts();
  const tools = useShareTools();
  const savePicture = usePicture();
  const dashboard = document.view.type === 'DASHBOARD';

  const looking: WidgetCommands = {
    onFocus: ({ id }) => mode.send({ type: 'widget.focused', widgetId: id }),
    onUnfocus: () => mode.send({ type: 'widget.unfocused' }),
    ...(!hides('export') && {
      onPicture: (widget: Widget) => {
        const title = widgetTitle(stateOf(document, queryId), widget);
        // The widgets of a search have no time range of their own: they use the range of the search.
        const override = appliedOverride(page.getSnapshot().context)?.timerange;
        const { timeRange } = dashboard ? executedDraft(widget, override) : draftOf(document, queryId);
        void savePicture({ title, facts: [title], range: timeRange, widgetId: widget.id });
      },
    }),
    ...(dashboard &&
      hasRoute('/search') && {
        onReplay: (widget: Widget) => {
          const override = appliedOverride(page.getSnapshot().context);
          const executed = executedDraft(widget, override?.timerange);
          const queryString = joinedQueries([executed.queryString, override?.query?.query_string ?? '']);
          const link = searchLink({ ...executed, queryString });
          navigate(`/search?${link.toString()}`, { newTab: true });
        },
      }),
  };
  if (readOnly) return looking;
  return {
    ...looking,
    onStretch: ({ id }) => view.send({ type: 'widget.stretched', widgetId: id }),
    onEdit: (widget) => mode.send({ type: 'widget.edited', widget }),
    onDuplicate: ({ id }) => view.send({ type: 'widget.duplicated', widgetId: id }),
    ...(!hides('export') && { onExport: (widget: Widget) => onDialog({ kind: 'export', widget }) }),
    ...(dashboard &&
      tools && {
        onEmbed: ({ id }: Widget) => {
          const { stored } = view.getSnapshot().context;
          // Other pages can embed only widgets that are stored on the server.
          const widget = stored && queryIds(stored).includes(queryId) ? widgetOf(stored, queryId, id) : undefined;
          if (!stored || !widget) return toast('error', shareToolTexts.notSaved, shareToolTexts.heading('widget'));
          tools.onEmbed({
            heading: shareToolTexts.heading('widget'),
            title: widgetTitle(stateOf(stored, queryId), widget),
            offers: [
              {
                label: shareToolTexts.offers.widget,
                subject: { tag: 'log-widget', values: { viewId: stored.view.id, widgetId: id } },
              },
            ],
          });
        },
      }),
    ...(dashboard
      ? { onMoveToPage: (widget: Widget) => onDialog({ kind: 'move', widget }) }
      : hasRoute('/dashboards/x') && { onCopyToDashboard: (widget: Widget) => onDialog({ kind: 'copy', widget }) }),
    onDelete: async (widget) => {
      const title = widgetTitle(stateOf(document, queryId), widget);
      const sure = await confirm({
        title: texts.actions.deleteTitle,
        text: texts.actions.deleteConfirm(title),
        confirm: texts.actions.delete,
        danger: true,
      });
      if (sure) view.send({ type: 'widget.removed', widgetId: widget.id });
    },
  };
}
