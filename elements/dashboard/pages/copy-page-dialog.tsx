import type { ReactNode } from 'react';
import { useRef } from 'react';
import { storePageOnDashboard } from '../../../machines/copy-to-dashboard.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { useConnection } from '../../element/connection-context.js';
import { CopyToDashboardDialog } from '../../view-area/index.js';
import { texts } from '../texts.js';

export interface CopyPageDialogProps {
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly onCopied: (dashboardId: string, pageId: string) => void;
  readonly onClose: () => void;
}

/** Renders a dialog to select the dashboard to which a page is copied; the page is appended there. */
export function CopyPageDialog({ document, queryId, onCopied, onClose }: CopyPageDialogProps): ReactNode {
  const { client } = useConnection();
  const pageId = useRef('');
  return (
    <CopyToDashboardDialog
      title={texts.copy.title}
      submit={texts.copy.submit}
      current={document.view.id}
      copy={async (dashboardId) => {
        pageId.current = await storePageOnDashboard(client, { source: document, queryId, dashboardId });
      }}
      failed={(reason) => [texts.copy.failed, texts.copy.failedWith(reason)]}
      onClose={onClose}
      onCopied={(dashboardId) => onCopied(dashboardId, pageId.current)}
    />
  );
}
