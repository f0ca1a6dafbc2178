/** Renders the pages of the dashboard: tabs and the actions of a page (screens/dashboards-sharing-alerts.md §6.4). */
import { useState, type ReactNode } from 'react';
import { queryIds, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { pageTitle } from '../../../machines/view/titles.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { useConfirm } from '../../kit/feedback.js';
import { CopyIcon, DashboardIcon, DeleteIcon, EditIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import type { MenuEntry } from '../../kit/menu.js';
import { Float } from '../../kit/float.js';
import { useView } from '../../view-area/index.js';
import type { DashboardPageActor } from '../page/use-dashboard-page.js';
import { texts } from '../texts.js';
import { PageTabs } from './page-tabs.js';

const PageTitleDialog = lazyPart(() => import('./page-title-dialog.js'), 'PageTitleDialog');
const PagesDialog = lazyPart(() => import('./pages-dialog.js'), 'PagesDialog');
const CopyPageDialog = lazyPart(() => import('./copy-page-dialog.js'), 'CopyPageDialog');

export interface DashboardPagesProps {
  readonly page: DashboardPageActor;
  readonly document: ViewDocument;
  readonly panelId: string;
  readonly hasRoute: (route: string) => boolean;
  /** Called with the id of the page that the user has just created. */
  readonly onCreated: (queryId: string) => void;
}

export function DashboardPages({ page, document, panelId, hasRoute, onCreated }: DashboardPagesProps): ReactNode {
  const host = useHostElement();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { view, queryId } = useView(page);
  const [dialog, setDialog] = useState<'title' | 'configuration' | 'copy'>();
  const ids = queryIds(document);
  const pages = ids.map((id, index) => ({ id, title: pageTitle(stateOf(document, id), index) }));
  const close = (): void => setDialog(undefined);
  const onlyOne = ids.length < 2;

  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: texts.pages.deleteTitle,
      text: texts.pages.deleteConfirm,
      confirm: texts.pages.delete,
      danger: true,
    });
    if (sure) view.send({ type: 'pages.removed', queryId });
  };
  const menu: readonly MenuEntry[] = host.readonly
    ? []
    : [
        { key: 'title', label: texts.pages.editTitle, icon: <EditIcon />, onSelect: () => setDialog('title') },
        {
          key: 'duplicate',
          label: texts.pages.duplicate,
          icon: <CopyIcon />,
          onSelect: () => view.send({ type: 'pages.duplicated', queryId }),
        },
        ...(hasRoute('/dashboards/x')
          ? [{ key: 'copy', label: texts.pages.copy, icon: <DashboardIcon />, onSelect: () => setDialog('copy') }]
          : []),
        { kind: 'divider' },
        {
          key: 'delete',
          label: texts.pages.delete,
          icon: <DeleteIcon />,
          danger: true,
          disabled: onlyOne,
          disabledReason: texts.pages.onlyPage,
          onSelect: () => void remove(),
        },
      ];
  return (
    <>
      <PageTabs
        pages={pages}
        active={queryId}
        panelId={panelId}
        menu={menu}
        onSelect={(id) => view.send({ type: 'page.selected', queryId: id })}
        {...(!host.readonly && {
          onCreate: () => {
            view.send({ type: 'pages.created' });
            onCreated(view.getSnapshot().context.activeQuery);
          },
          onConfigure: () => setDialog('configuration'),
          onRename: () => setDialog('title'),
        })}
      />
      <Float onFailed={close}>
        {dialog === 'title' && (
          <PageTitleDialog
            title={pages.find(({ id }) => id === queryId)?.title ?? ''}
            onClose={close}
            onTitle={(title) => {
              close();
              view.send({ type: 'pages.titled', queryId, title });
            }}
          />
        )}
        {dialog === 'configuration' && (
          <PagesDialog
            pages={pages}
            onClose={close}
            onArrange={(arranged) => {
              close();
              view.send({ type: 'pages.arranged', pages: arranged });
            }}
          />
        )}
        {dialog === 'copy' && (
          <CopyPageDialog
            document={document}
            queryId={queryId}
            onClose={close}
            onCopied={(dashboardId, pageId) => {
              close();
              navigate(`/dashboards/${encodeURIComponent(dashboardId)}?page=${encodeURIComponent(pageId)}`);
            }}
          />
        )}
      </Float>
    </>
  );
}
