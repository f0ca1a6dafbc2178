/** Renders buttons Save, Load and Share, and the menu of the search page, beside its title (screens/search.md §4). */
import { makeStyles } from '@griffel/react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { randomIds } from '../../../machines/view/ids.js';
import { dashboardOf } from '../../../machines/view/transfer.js';
import { useCurrentUser, useHasAccount, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { DashboardIcon, LoadIcon, MoreIcon, RetryIcon, SaveIcon, SourceIcon } from '../../kit/icons.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { PageActions } from '../../kit/page-actions.js';
import { Popover } from '../../kit/popover.js';
import { Suspense } from '../../kit/suspense.js';
import { shareToolTexts, useShareTools } from '../../kit/share-tools.js';
import { TitleButton } from '../../kit/title-button.js';
import { shareTexts } from '../../share/index.js';
import { asSeen, creatorEntries } from '../../view-area/index.js';
import {
  handDashboard,
  LoadDialog,
  NewDashboardDialog,
  SaveForm,
  useAlertMarksEntry,
  useSaveOutcome,
  useStartPageEntry,
  viewTexts as texts,
} from '../../views/index.js';
import { embedRequestOf } from './embed-request.js';
import type { SearchPageActor } from './use-search-page.js';
import { metadataOf, useViewActions, ViewDialogs, type ViewDialog, type ViewKind } from './view-actions.js';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '8px', flexShrink: 0 },
});

export interface SearchActionsProps {
  readonly page: SearchPageActor;
  readonly hasRoute: (route: string) => boolean;
}

type Opened = ViewDialog | 'load' | 'dashboard' | undefined;

const search: ViewKind = {
  type: 'SEARCH',
  notSaved: texts.menu.notSaved,
  notEditable: texts.menu.notEditable,
  shareNotSaved: shareTexts.savedSearchesOnly,
};

export function SearchActions({ page, hasRoute }: SearchActionsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const actions = useViewActions(page, search, setOpened);
  const { view, document, changed, fresh, busy, editable, theirs } = actions;
  const mayCreateDashboards = usePermission('dashboards:create');
  const user = useCurrentUser();
  const tools = useShareTools();
  const startPageEntry = useStartPageEntry();
  const alertMarks = useAlertMarksEntry();
  const save = useRef<HTMLButtonElement>(null);
  const tellSaved = useCallback((id: string) => host.emit('log-view-saved', { id }), [host]);
  useSaveOutcome(view, tellSaved);

  /** True once the displayed view was deleted; leaving the page then needs no confirmation. */
  const gone = useRef(false);
  useLeaveGuard(
    () => {
      const state = view.getSnapshot();
      return !gone.current && state.matches({ open: { changes: 'changed', identity: 'saved' } });
    },
    { text: texts.leave },
  );
  const inConsole = hasRoute('/search');
  /**
   * Opens another saved search, or a new search when the id is undefined. The console navigates; an embedded element
   * shows the search itself.
   */
  const show = (viewId: string | undefined): void => {
    if (inConsole) return navigate(viewId === undefined ? '/search/new' : `/search/${encodeURIComponent(viewId)}`);
    host.reflect('query', '');
    host.reflect('range', undefined);
    host.reflect('streams', []);
    host.reflect('viewId', viewId);
  };
  // Guests have no saved searches.
  const hasAccount = useHasAccount();
  const maySave = hasAccount && !host.readonly;
  if (!document) return null;
  const close = (): void => setOpened(undefined);
  const { id, title } = document.view;
  const seen = () => asSeen(page, document, page.getSnapshot().context.view.getSnapshot().context.activeQuery ?? '');
  const metadata = metadataOf(document);

  const entries: MenuEntry[] = [
    ...(maySave ? [actions.editMetadata] : []),
    ...(mayCreateDashboards
      ? [
          {
            key: 'dashboard',
            label: texts.menu.exportToDashboard,
            icon: <DashboardIcon />,
            onSelect: () => {
              if (!hasRoute('/dashboards/new')) return setOpened('dashboard');
              const start = { createdAt: new Date().toISOString(), owner: user?.username ?? null, metadata };
              navigate(handDashboard(dashboardOf(seen(), start, randomIds)));
            },
          },
        ]
      : []),
    ...(host.hides('export') ? [] : [actions.exportEntry]),
    ...(tools
      ? [
          {
            key: 'embed',
            label: shareToolTexts.embed,
            icon: <SourceIcon />,
            onSelect: () => tools.onEmbed(embedRequestOf(page, fresh)),
          },
          {
            key: 'snapshot',
            label: shareToolTexts.snapshot,
            onSelect: () =>
              tools.onSnapshot({
                title,
                viewId: fresh ? undefined : id,
                document: dashboardOf(seen(), { createdAt: new Date().toISOString(), metadata }, randomIds),
                state: { parameter_bindings: { ...page.getSnapshot().context.bindings } },
              }),
          },
        ]
      : []),
    actions.compare,
    alertMarks,
    actions.marks,
    actions.computed,
    ...(fresh || !inConsole ? [] : startPageEntry({ id: document.view.id, type: 'search' })),
    { kind: 'divider' },
    ...(fresh ? [] : [actions.discard]),
    {
      key: 'reset',
      label: texts.menu.reset,
      icon: <RetryIcon />,
      disabled: fresh && !changed,
      onSelect: () => show(undefined),
    },
  ];
  /** The buttons Load, Save and Share as menu entries, so that the quick jump finds them by name. */
  const buttons: MenuEntry[] = [
    ...(hasAccount ? [{ key: 'load', label: texts.load.action, onSelect: () => setOpened('load') }] : []),
    ...(!maySave
      ? []
      : [{ key: 'save', label: texts.save.action, onSelect: () => save.current?.click() }, actions.share]),
  ];
  const state = changed ? texts.save.unsavedChanges : fresh ? texts.save.notSaved : texts.save.saved;
  return (
    <div className={styles.row}>
      <PageActions entries={host.readonly ? buttons : [...buttons, ...entries, ...creatorEntries(view, 'SEARCH')]} />
      {maySave && (
        <Popover
          label={texts.save.popover}
          placement="below-end"
          trapFocus
          trigger={
            <TitleButton
              ref={save}
              icon={<SaveIcon />}
              word={texts.save.button}
              title={state}
              busy={busy}
              pending={changed && !fresh ? texts.save.unsavedChanges : false}
            />
          }
        >
          {(closeForm) => (
            <Suspense fallback={null}>
              <SaveForm
                title={title}
                editable={editable}
                fresh={fresh}
                onSave={(name) => {
                  closeForm();
                  view.send({ type: 'metadata.changed', metadata: { ...metadata, title: name } });
                  view.send({ type: 'save.requested' });
                }}
                onSaveAs={(name) => {
                  closeForm();
                  view.send({ type: 'saveAs.requested', metadata: { ...metadata, title: name } });
                }}
              />
            </Suspense>
          )}
        </Popover>
      )}
      {hasAccount && (
        <TitleButton
          icon={<LoadIcon />}
          word={texts.load.button}
          title={texts.load.title}
          onClick={() => setOpened('load')}
        />
      )}
      {maySave && actions.shareButton}
      {!host.readonly && (
        <Menu label={texts.menu.label} entries={entries}>
          <IconButton size="small" appearance="secondary" label={texts.menu.label} icon={<MoreIcon />} />
        </Menu>
      )}
      <ViewDialogs page={page} view={view} document={document} theirs={theirs} opened={opened} onClose={close}>
        {opened === 'load' && (
          <LoadDialog
            listRoute={hasRoute('/views') ? '/views' : undefined}
            onClose={close}
            onOpen={(viewId) => {
              close();
              if (viewId !== document.view.id) show(viewId);
            }}
            onDeleted={(ids) => {
              if (fresh || !ids.includes(document.view.id)) return;
              gone.current = true;
              close();
              show(undefined);
            }}
          />
        )}
        {opened === 'dashboard' && (
          <NewDashboardDialog
            heading={texts.menu.exportToDashboard}
            initial={metadata}
            build={(start, ids) => dashboardOf(seen(), start, ids)}
            hasRoute={hasRoute}
            onClose={close}
          />
        )}
      </ViewDialogs>
    </div>
  );
}
