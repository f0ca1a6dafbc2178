/** Buttons Save, Save as and Share, and the menu of a dashboard, beside its title (screens §6.3 "Action buttons"). */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { appliedOverride } from '../../../machines/page-parts.js';
import { undeclaredNames } from '../../../machines/parameters.js';
import { grnOf } from '../../../api/grn.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { ExportDialog, type ExportSource } from '../../export/index.js';
import { useConfirm } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import {
  DiscardIcon,
  DownloadIcon,
  EditIcon,
  FocusIcon,
  MoreIcon,
  SaveAsIcon,
  SaveIcon,
  ShareIcon,
  SourceIcon,
} from '../../kit/icons.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { PageActions } from '../../kit/page-actions.js';
import { Float } from '../../kit/float.js';
import { shareToolTexts, useShareTools } from '../../kit/share-tools.js';
import { TitleButton } from '../../kit/title-button.js';
import { exportSourceOf, useSaving } from '../../search/index.js';
import { refusalText, ShareDialog, shareTexts, whyNotShared } from '../../share/index.js';
import { TvSettingsDialog } from '../../tv/index.js';
import { creatorEntries, pictureTexts, usePicture, useView } from '../../view-area/index.js';
import {
  ConflictDialog,
  MetadataDialog,
  useAlertMarksEntry,
  useSaveOutcome,
  useStartPageEntry,
  viewTexts,
} from '../../views/index.js';
import { texts } from '../texts.js';
import { UndoRedo } from './undo-redo.js';
import { embedRequestOf, wallRequestOf } from './embed-request.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '8px', flexShrink: 0 },
});

export interface DashboardActionsProps {
  readonly page: DashboardPageActor;
  readonly hasRoute: (route: string) => boolean;
  /** True while a widget is being edited. */
  readonly editing: boolean;
}

type Opened = 'metadata' | 'saveAs' | 'share' | 'tv' | { readonly export: ExportSource } | undefined;

export function DashboardActions({ page, hasRoute, editing }: DashboardActionsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { view, document, changed, fresh, busy, editable, theirs } = useSaving(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const undeclared = useSelector(execution, ({ context }) => undeclaredNames(context.metadata).length > 0);
  const user = useCurrentUser();
  const tools = useShareTools();
  const savePicture = usePicture();
  const { queryId } = useView(page);
  const startPageEntry = useStartPageEntry();
  const alertMarks = useAlertMarksEntry();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const tellSaved = useCallback((id: string) => host.emit('log-view-saved', { id }), [host]);
  useSaveOutcome(view, tellSaved);
  useEffect(() => {
    const created = view.on('viewCreated', () => setOpened(undefined));
    return () => created.unsubscribe();
  }, [view]);
  useLeaveGuard(() => view.getSnapshot().matches({ open: { changes: 'changed' } }), { text: viewTexts.leave });
  if (!document) return null;
  const { id, title, summary, description } = document.view;
  const metadata = { title, summary: summary ?? '', description: description ?? '' };
  const inConsole = hasRoute('/dashboards/x');
  const entity = { type: 'dashboard', id } as const;
  const whyNotShare = fresh ? refusalText(shareTexts.savedDashboardsOnly) : whyNotShared(user, entity);
  const blocked = undeclared ? texts.actions.undeclared : undefined;
  const whyNot = fresh ? texts.actions.notSaved : !editable ? texts.actions.notEditable : blocked;

  const entries: MenuEntry[] = [
    {
      key: 'metadata',
      label: texts.actions.editMetadata,
      icon: <EditIcon />,
      disabled: !editable,
      disabledReason: fresh ? texts.actions.notSaved : texts.actions.notEditable,
      onSelect: () => setOpened('metadata'),
    },
    ...(host.hides('export')
      ? []
      : [
          {
            key: 'export',
            label: texts.actions.export,
            icon: <DownloadIcon />,
            onSelect: () => setOpened({ export: exportSourceOf(page) }),
          },
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
    ...(hasRoute(`/dashboards/tv/x`)
      ? [
          {
            key: 'tv',
            label: texts.actions.fullScreen,
            icon: <FocusIcon />,
            disabled: fresh,
            disabledReason: texts.actions.notSaved,
            onSelect: () => setOpened('tv'),
          },
        ]
      : []),
    alertMarks,
    ...(fresh || !inConsole ? [] : startPageEntry({ id, type: 'dashboard' })),
    ...(fresh
      ? []
      : ([
          { kind: 'divider' },
          {
            key: 'discard',
            label: texts.actions.discard,
            icon: <DiscardIcon />,
            disabled: !changed,
            disabledReason: texts.actions.nothingToDiscard,
            onSelect: () =>
              void confirm({
                title: texts.actions.discardTitle,
                text: texts.actions.discardText,
                confirm: texts.actions.discardConfirm,
                danger: true,
              }).then((sure) => sure && view.send({ type: 'changes.discarded' })),
          },
        ] satisfies MenuEntry[])),
  ];
  if (host.readonly) return null;
  /** The same actions as menu entries, so that the quick jump finds them by name. */
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
      disabled: blocked !== undefined,
      onSelect: () => setOpened('saveAs'),
    },
    {
      key: 'share',
      label: shareTexts.share,
      disabled: whyNotShare !== undefined,
      onSelect: () => setOpened('share'),
    },
  ];
  return (
    <div className={styles.row}>
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
        disabled={blocked !== undefined}
        disabledReason={blocked}
        onClick={() => setOpened('saveAs')}
      />
      <TitleButton
        icon={<ShareIcon />}
        word={shareTexts.share}
        disabled={whyNotShare !== undefined}
        disabledReason={whyNotShare}
        onClick={() => setOpened('share')}
      />
      <Menu label={texts.actions.more} entries={entries}>
        <IconButton size="small" appearance="secondary" label={texts.actions.more} icon={<MoreIcon />} />
      </Menu>
      <Float
        onFailed={() => {
          close();
          if (theirs) view.send({ type: 'save.abandoned' });
        }}
      >
        {opened === 'share' && <ShareDialog entity={grnOf(entity)} title={title} onClose={close} />}
        {opened === 'metadata' && (
          <MetadataDialog
            heading={viewTexts.metadata.editing('DASHBOARD')}
            submit={viewTexts.metadata.update('DASHBOARD')}
            initial={metadata}
            onClose={close}
            onSubmit={(changes) => {
              close();
              view.send({ type: 'metadata.changed', metadata: changes });
            }}
          />
        )}
        {opened === 'saveAs' && (
          <MetadataDialog
            heading={texts.actions.saveAsTitle}
            submit={texts.actions.create}
            initial={metadata}
            busy={busy}
            onClose={close}
            onSubmit={(named) => view.send({ type: 'saveAs.requested', metadata: named })}
          />
        )}
        {typeof opened === 'object' && <ExportDialog source={opened.export} onClose={close} />}
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
              navigate(route);
            }}
          />
        )}
        {theirs && (
          <ConflictDialog
            mine={document}
            theirs={theirs}
            onOverwrite={() => view.send({ type: 'save.overwritten' })}
            onTakeTheirs={() => view.send({ type: 'theirs.taken' })}
            onCancel={() => view.send({ type: 'save.abandoned' })}
          />
        )}
      </Float>
    </div>
  );
}
