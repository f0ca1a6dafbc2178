/** Renders menu entries, Share button and dialogs that the action bars of searches and dashboards have in common. */
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { grnOf } from '../../../api/grn.js';
import type { viewMachine } from '../../../machines/view/machine.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { computedKind } from '../../../machines/view/titles.js';
import type { StoredView } from '../../../machines/view/stored.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { ExportDialog, type ExportSource } from '../../export/index.js';
import { useConfirm } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { DiscardIcon, DownloadIcon, EditIcon, ShareIcon } from '../../kit/icons.js';
import type { MenuEntry } from '../../kit/menu.js';
import { TitleButton } from '../../kit/title-button.js';
import { refusalText, ShareDialog, shareTexts, whyNotShared } from '../../share/index.js';
import type { ViewPageActor } from '../../view-area/index.js';
import {
  ComparisonDialog,
  ComputedFieldsDialog,
  ConflictDialog,
  MarksDialog,
  MetadataDialog,
  viewTexts as texts,
} from '../../views/index.js';
import { exportSourceOf } from './page-methods.js';
import { useSaving } from './use-saving.js';

/** The open dialog; at most one is open at a time. */
export type ViewDialog = 'share' | 'metadata' | 'compare' | 'marks' | 'computed' | { readonly export: ExportSource };

type ViewType = ViewDocument['view']['type'];

/** Texts of the actions that differ between searches and dashboards. */
export interface ViewKind {
  readonly type: ViewType;
  /** Tooltips of disabled actions. */
  readonly notSaved: string;
  readonly notEditable: string;
  readonly shareNotSaved: string;
}

const entityOf = ({ type, id }: { readonly type: ViewType; readonly id: string }) =>
  ({ type: type === 'DASHBOARD' ? 'dashboard' : 'search', id }) as const;

/** Returns the actions for the view that the page shows, and the state of saving it. */
export function useViewActions(page: ViewPageActor, kind: ViewKind, open: (dialog: ViewDialog) => void) {
  const confirm = useConfirm();
  const user = useCurrentUser();
  const saving = useSaving(page);
  const { view, document, changed, fresh, editable } = saving;
  const { type, notSaved, notEditable, shareNotSaved } = kind;
  const whyNotShare = fresh
    ? refusalText(shareNotSaved)
    : whyNotShared(user, entityOf({ type, id: document?.view.id ?? '' }));
  const openShare = () => open('share');

  const editMetadata: MenuEntry = {
    key: 'metadata',
    label: texts.menu.editMetadata,
    icon: <EditIcon />,
    disabled: !editable,
    disabledReason: fresh ? notSaved : notEditable,
    onSelect: () => open('metadata'),
  };
  const exportEntry: MenuEntry = {
    key: 'export',
    label: texts.menu.export,
    icon: <DownloadIcon />,
    onSelect: () => open({ export: exportSourceOf(page) }),
  };
  const compare: MenuEntry = { key: 'compare', label: texts.compare, onSelect: () => open('compare') };
  const marks: MenuEntry = { key: 'marks', label: texts.marks, onSelect: () => open('marks') };
  const computed: MenuEntry = { key: 'computed', label: texts.computed, onSelect: () => open('computed') };
  const discard: MenuEntry = {
    key: 'discard',
    label: texts.menu.discard,
    icon: <DiscardIcon />,
    disabled: !changed,
    disabledReason: texts.menu.nothingToDiscard,
    onSelect: () =>
      void confirm({
        title: texts.discard.title,
        text: texts.discard.text(type),
        confirm: texts.discard.confirm,
        danger: true,
      }).then((sure) => sure && view.send({ type: 'changes.discarded' })),
  };
  const share: MenuEntry = {
    key: 'share',
    label: shareTexts.share,
    disabled: whyNotShare !== undefined,
    onSelect: openShare,
  };
  const shareButton = (
    <TitleButton
      icon={<ShareIcon />}
      word={shareTexts.share}
      disabled={whyNotShare !== undefined}
      disabledReason={whyNotShare}
      onClick={openShare}
    />
  );
  return { ...saving, editMetadata, exportEntry, compare, marks, computed, discard, share, shareButton };
}

/** Returns title, summary and description of a view; an absent summary or description is an empty string. */
export function metadataOf({ view: { title, summary, description } }: ViewDocument) {
  return { title, summary: summary ?? '', description: description ?? '' };
}

export interface ViewDialogsProps {
  readonly page: ViewPageActor;
  readonly view: ActorRefFrom<typeof viewMachine>;
  readonly document: ViewDocument;
  /** Version that another user has saved since the view was loaded; present while saving waits for a decision. */
  readonly theirs: StoredView | undefined;
  /**
   * The open dialog. A dialog that only searches or only dashboards have is passed in `children`, with its own name.
   */
  readonly opened: ViewDialog | string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ViewDialogs({ page, view, document, theirs, opened, onClose, children }: ViewDialogsProps): ReactNode {
  const { type, id, title } = document.view;
  return (
    <Float
      onFailed={() => {
        onClose();
        if (theirs) view.send({ type: 'save.abandoned' });
      }}
    >
      {opened === 'share' && <ShareDialog entity={grnOf(entityOf({ type, id }))} title={title} onClose={onClose} />}
      {opened === 'metadata' && (
        <MetadataDialog
          heading={texts.metadata.editing(type)}
          submit={texts.metadata.update(type)}
          initial={metadataOf(document)}
          onClose={onClose}
          onSubmit={(changes) => {
            onClose();
            view.send({ type: 'metadata.changed', metadata: changes });
          }}
        />
      )}
      {opened === 'compare' && <ComparisonDialog onClose={onClose} />}
      {opened === 'computed' && (
        <ComputedFieldsDialog
          document={document}
          queryId={view.getSnapshot().context.activeQuery}
          shown={page.getSnapshot().context.execution.getSnapshot().context.shown}
          onDefine={(controls) => {
            const parameters = document.search.parameters ?? [];
            view.send({ type: 'parameters.declared', parameters, kind: computedKind, controls });
          }}
          onClose={onClose}
        />
      )}
      {opened === 'marks' && <MarksDialog onClose={onClose} />}
      {typeof opened === 'object' && <ExportDialog source={opened.export} onClose={onClose} />}
      {children}
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
  );
}
