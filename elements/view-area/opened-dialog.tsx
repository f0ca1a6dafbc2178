/** Renders the open dialog of the widget area. The module is loaded when the first dialog is opened. */
import { useState, type ReactNode } from 'react';
import type { Widget } from '../../api/contract/views.schema.js';
import { storeCopyOnDashboard } from '../../machines/copy-to-dashboard.js';
import { stateOf } from '../../machines/view/document.js';
import { widgetTitle } from '../../machines/view/titles.js';
import { dashboardOfWidget } from '../../machines/view/transfer.js';
import { useConnection, usePermission } from '../element/connection-context.js';
import { useNavigate } from '../element/host-context.js';
import { ExportDialog } from '../export/index.js';
import { lazyPart } from '../kit/lazy-part.js';
import { NewDashboardDialog } from '../views/index.js';
import { CopyToDashboardDialog, type AreaDialog, type AreaDialogsProps } from './area-dialogs.js';
import { laterTexts } from './later-texts.js';
import { asSeen } from './seen-stacking.js';
import { useView } from './view-page.js';

const CreateWidgetDialog = lazyPart(() => import('./dialogs/create-widget-dialog.js'), 'CreateWidgetDialog');
const MoveWidgetDialog = lazyPart(() => import('./dialogs/move-widget-dialog.js'), 'MoveWidgetDialog');

export function OpenedDialog({
  page,
  document,
  dialog,
  hasRoute,
  onClose,
}: AreaDialogsProps & { readonly dialog: AreaDialog }): ReactNode {
  const { view, queryId } = useView(page);
  switch (dialog.kind) {
    case 'create':
      return (
        <CreateWidgetDialog
          onClose={onClose}
          onCreate={(creator) => {
            view.send({ type: 'widget.added', ...creator.create(document.view.type), position: dialog.position });
            onClose();
          }}
        />
      );
    case 'move':
      return (
        <MoveWidgetDialog
          document={document}
          queryId={queryId}
          title={widgetTitle(stateOf(document, queryId), dialog.widget)}
          onClose={onClose}
          onMove={(target, keepCopy) => {
            view.send({ type: 'widget.moved', widgetId: dialog.widget.id, queryId: target, keepCopy });
            onClose();
          }}
        />
      );
    case 'copy':
      return (
        <CopyDialog
          document={asSeen(page, document, queryId)}
          queryId={queryId}
          widget={dialog.widget}
          hasRoute={hasRoute}
          onClose={onClose}
        />
      );
    case 'export': {
      const { shown, request } = page.getSnapshot().context.execution.getSnapshot().context;
      return (
        <ExportDialog source={{ document, queryId, shown, request }} widgetId={dialog.widget.id} onClose={onClose} />
      );
    }
  }
}

interface CopyDialogProps extends Pick<AreaDialogsProps, 'document' | 'hasRoute' | 'onClose'> {
  readonly queryId: string;
  readonly widget: Widget;
}

/** Renders a dialog that copies a search widget to an existing dashboard or to a new dashboard. */
function CopyDialog({ document, queryId, widget, hasRoute, onClose }: CopyDialogProps): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const mayCreate = usePermission('dashboards:create');
  const [naming, setNaming] = useState(false);
  const title = widgetTitle(stateOf(document, queryId), widget);
  if (naming) {
    return (
      <NewDashboardDialog
        heading={laterTexts.copy.newTitle}
        initial={{ title, summary: '', description: '' }}
        build={(start, ids) => dashboardOfWidget(document, queryId, widget.id, start, ids)}
        hasRoute={hasRoute}
        onClose={onClose}
      />
    );
  }
  return (
    <CopyToDashboardDialog
      title={laterTexts.copy.title}
      submit={laterTexts.copy.submit}
      copy={(dashboardId) =>
        storeCopyOnDashboard(client, { source: document, queryId, widgetId: widget.id, dashboardId })
      }
      failed={(reason) => [laterTexts.copy.failedTitle, laterTexts.copy.failed(reason)]}
      {...(mayCreate && { onNew: () => setNaming(true) })}
      onClose={onClose}
      onCopied={(dashboardId) => {
        onClose();
        navigate(`/dashboards/${encodeURIComponent(dashboardId)}`);
      }}
    />
  );
}
