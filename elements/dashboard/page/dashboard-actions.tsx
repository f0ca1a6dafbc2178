/**
 * Renders buttons Save, Save as and Share, and the menu of a dashboard, beside its title
 * (screens/dashboards-sharing-alerts.md §6.3 "Action buttons").
 */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { appliedOverride } from '../../../machines/page-parts.js';
import { undeclaredNames, type Bindings } from '../../../machines/parameters.js';
import { writeVariables } from '../../../machines/variable-address.js';
import { queryIds, stateOf, type ViewDocument, type ViewMetadata } from '../../../machines/view/document.js';
import { givenWidgetTitle } from '../../../machines/view/titles.js';
import { usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { FocusIcon, MoreIcon, SaveAsIcon, SaveIcon, SourceIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { PageActions } from '../../kit/page-actions.js';
import { shareToolTexts, useShareTools } from '../../kit/share-tools.js';
import { isPressed, shortcuts } from '../../kit/shortcuts/shortcuts.js';
import { useDocumentKeys } from '../../kit/shortcuts/use-document-keys.js';
import { TitleButton } from '../../kit/title-button.js';
import { metadataOf, useViewActions, ViewDialogs, type ViewDialog, type ViewKind } from '../../search/index.js';
import { shareTexts } from '../../share/index.js';
import { TvSettingsDialog } from '../../tv/index.js';
import { creatorEntries, pictureTexts, usePicture, useView } from '../../view-area/index.js';
import { MetadataDialog, useAlertMarksEntry, useSaveOutcome, useStartPageEntry, viewTexts } from '../../views/index.js';
import { texts } from '../texts.js';
import { UndoRedo } from './undo-redo.js';
import { embedRequestOf, wallRequestOf } from './embed-request.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

const VariablesDialog = lazyPart(() => import('../variables/variables-dialog.js'), 'VariablesDialog');

/** Returns the metadata of a copy; a dashboard without a title gets the first title that was given to a widget. */
function suggestedMetadata(document: ViewDocument): ViewMetadata {
  const metadata = metadataOf(document);
  if (metadata.title !== '') return metadata;
  const titles = queryIds(document).flatMap((queryId) => {
    const state = stateOf(document, queryId);
    return state.widgets.map(({ id }) => givenWidgetTitle(state, id));
  });
  return { ...metadata, title: titles.find((title) => title !== undefined) ?? '' };
}

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '8px', flexShrink: 0 },
});

export interface DashboardActionsProps {
  readonly page: DashboardPageActor;
  readonly hasRoute: (route: string) => boolean;
  /** True while a widget is being edited. */
  readonly editing: boolean;
}

type Opened = ViewDialog | 'saveAs' | 'tv' | 'variables' | undefined;

const dashboard: ViewKind = {
  type: 'DASHBOARD',
  notSaved: texts.actions.notSaved,
  notEditable: texts.actions.notEditable,
  shareNotSaved: shareTexts.savedDashboardsOnly,
};
/** Texts for users who may not create dashboards, so that they are not advised to save a copy. */
const onlyRead: ViewKind = { ...dashboard, notEditable: texts.actions.onlyRead };

/** Returns the route of a wall display that shows the present values of the variables. */
function withValues(route: string, bindings: Bindings): string {
  const [path = '', search = ''] = route.split('?');
  return `${path}?${writeVariables(search, bindings).toString().replaceAll('%2C', ',')}`;
}

export function DashboardActions({ page, hasRoute, editing }: DashboardActionsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const mayCreate = usePermission('dashboards:create');
  const kind = mayCreate ? dashboard : onlyRead;
  const actions = useViewActions(page, kind, setOpened);
  const { view, document, changed, fresh, busy, editable, theirs } = actions;
  const execution = useSelector(page, ({ context }) => context.execution);
  const undeclared = useSelector(execution, ({ context }) => undeclaredNames(context.metadata).length > 0);
  const tools = useShareTools();
  const savePicture = usePicture();
  const { queryId } = useView(page);
  const startPageEntry = useStartPageEntry();
  const alertMarks = useAlertMarksEntry();
  const close = (): void => setOpened(undefined);
  const tellSaved = useCallback((id: string) => host.emit('log-view-saved', { id }), [host]);
  useSaveOutcome(view, tellSaved);
  useEffect(() => {
    const created = view.on('viewCreated', () => setOpened(undefined));
    return () => created.unsubscribe();
  }, [view]);
  useLeaveGuard(() => view.getSnapshot().matches({ open: { changes: 'changed' } }), { text: viewTexts.leave });
  const hasWall = hasRoute('/dashboards/tv/x');
  useDocumentKeys((event) => {
    if (!document || !hasWall || fresh || editing || host.readonly || !isPressed(shortcuts.fullScreen, event))
      return false;
    setOpened('tv');
    return true;
  });
  if (!document) return null;
  const { id, title } = document.view;
  const inConsole = hasRoute('/dashboards/x');
  const blocked = undeclared ? texts.actions.undeclared : undefined;
  const whyNot = fresh ? texts.actions.notSaved : !editable ? kind.notEditable : blocked;
  const whyNotAs = mayCreate ? blocked : texts.actions.noCreator;

  const entries: MenuEntry[] = [
    actions.editMetadata,
    { key: 'variables', label: texts.actions.variables, onSelect: () => setOpened('variables') },
    ...(host.hides('export')
      ? []
      : [
          actions.exportEntry,
          {
            key: 'picture',
            label: pictureTexts.save,
            onSelect: () => void savePicture({ title, facts: [title] }),
          },
          ...(inConsole ? [{ key: 'print', label: pictureTexts.print, onSelect: () => window.print() }] : []),
        ]),
    ...(tools
      ? [
          {
            key: 'embed',
            label: shareToolTexts.embed,
            icon: <SourceIcon />,
            disabled: fresh,
            disabledReason: shareToolTexts.notSaved,
            onSelect: () => tools.onEmbed(embedRequestOf(document, queryId)),
          },
          {
            key: 'snapshot',
            label: shareToolTexts.snapshot,
            onSelect: () => {
              const { bindings } = page.getSnapshot().context;
              const override = appliedOverride(page.getSnapshot().context);
              tools.onSnapshot({
                title,
                viewId: fresh ? undefined : id,
                document,
                state: { parameter_bindings: { ...bindings }, ...(override && { global_override: override }) },
              });
            },
          },
        ]
      : []),
    ...(hasWall
      ? [
          {
            key: 'tv',
            label: texts.actions.fullScreen,
            icon: <FocusIcon />,
            disabled: fresh,
            disabledReason: texts.actions.notSaved,
            shortcut: shortcuts.fullScreen,
            onSelect: () => setOpened('tv'),
          },
        ]
      : []),
    actions.compare,
    alertMarks,
    actions.marks,
    actions.computed,
    ...(fresh || !inConsole ? [] : startPageEntry({ id, type: 'dashboard' })),
    ...(fresh ? [] : ([{ kind: 'divider' }, actions.discard] satisfies MenuEntry[])),
  ];
  if (host.readonly) return null;
  /** Save, Save as and Share as menu entries, so that the quick jump finds the buttons by name. */
  const buttons: MenuEntry[] = [
    {
      key: 'save',
      label: texts.actions.save,
      disabled: whyNot !== undefined,
      onSelect: () => view.send({ type: 'save.requested' }),
    },
    {
      key: 'saveAs',
      label: texts.actions.saveAs,
      disabled: whyNotAs !== undefined,
      onSelect: () => setOpened('saveAs'),
    },
    actions.share,
  ];
  return (
    <div className={styles.row} {...(hasWall && { 'data-dashboard-actions': '' })}>
      <PageActions entries={[...buttons, ...entries, ...creatorEntries(view, 'DASHBOARD')]} />
      <UndoRedo page={page} editing={editing} />
      <TitleButton
        icon={<SaveIcon />}
        word={texts.actions.save}
        title={changed && !fresh ? texts.actions.unsaved : texts.actions.saved}
        busy={busy}
        disabled={whyNot !== undefined}
        disabledReason={whyNot}
        pending={changed && !fresh && whyNot === undefined ? texts.actions.unsaved : false}
        onClick={() => view.send({ type: 'save.requested' })}
      />
      <TitleButton
        icon={<SaveAsIcon />}
        word={texts.actions.saveAs}
        disabled={whyNotAs !== undefined}
        disabledReason={whyNotAs}
        onClick={() => setOpened('saveAs')}
      />
      {actions.shareButton}
      <Menu label={texts.actions.more} entries={entries}>
        <IconButton size="small" appearance="secondary" label={texts.actions.more} icon={<MoreIcon />} />
      </Menu>
      <ViewDialogs page={page} view={view} document={document} theirs={theirs} opened={opened} onClose={close}>
        {opened === 'saveAs' && (
          <MetadataDialog
            heading={texts.actions.saveAsTitle}
            submit={texts.actions.create}
            initial={suggestedMetadata(document)}
            busy={busy}
            onClose={close}
            onSubmit={(named) => view.send({ type: 'saveAs.requested', metadata: named })}
          />
        )}
        {opened === 'variables' && (
          <VariablesDialog
            document={document}
            onDeclare={(declarations) => {
              close();
              view.send({ type: 'parameters.declared', ...declarations });
            }}
            onClose={close}
          />
        )}
        {opened === 'tv' && (
          <TvSettingsDialog
            document={document}
            {...(tools && {
              onEmbed: (values) => {
                close();
                tools.onEmbed(wallRequestOf(document, values));
              },
            })}
            onClose={close}
            onStart={(route) => {
              close();
              navigate(withValues(route, page.getSnapshot().context.bindings));
            }}
          />
        )}
      </ViewDialogs>
    </div>
  );
}
