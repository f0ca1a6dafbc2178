/**
 * Renders a dialog to reorder, rename and remove pages; nothing changes until it is confirmed
 * (screens/dashboards-sharing-alerts.md §6.4).
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { pageTitleMax } from '../../../machines/view/pages.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { useConfirm } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, EditIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { SortableList } from '../../kit/sortable-list.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import type { PageTab } from './page-tabs.js';

const useStyles = makeStyles({
  help: { margin: `0 0 ${space.xl}px`, ...type.body, color: tokens.text.secondary },
  list: { border: `1px solid ${tokens.border.subtle}`, borderRadius: tokens.radius.control, overflow: 'clip' },
  item: {
    padding: `${space.xs}px ${space.xs}px`,
    backgroundColor: tokens.surface.card,
    '&:not(:last-child)': { borderBottom: `1px solid ${tokens.border.divider}` },
  },
  row: { display: 'flex', alignItems: 'center', gap: `${space.xs}px`, minWidth: 0 },
  field: { flexGrow: 1 },
  title: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...type.control,
  },
});

export interface PagesDialogProps {
  readonly pages: readonly PageTab[];
  readonly onArrange: (pages: readonly PageTab[]) => void;
  readonly onClose: () => void;
}

export function PagesDialog({ pages: initial, onArrange, onClose }: PagesDialogProps): ReactNode {
  const styles = useStyles();
  const confirm = useConfirm();
  const [pages, setPages] = useState(initial);
  const [renamed, setRenamed] = useState<string>();
  const [draft, setDraft] = useState('');
  const rename = ({ id, title }: PageTab): void => {
    setRenamed(id);
    setDraft(title);
  };
  /** Returns the pages with the title that is being edited; an empty title keeps the previous title. */
  const withDraft = (): readonly PageTab[] =>
    pages.map((page) => (page.id === renamed && draft.trim() !== '' ? { ...page, title: draft.trim() } : page));
  const take = (): void => {
    setPages(withDraft());
    setRenamed(undefined);
  };
  const remove = async ({ id }: PageTab): Promise<void> => {
    const sure = await confirm({
      title: texts.pages.deleteTitle,
      text: texts.pages.deleteConfirm,
      confirm: texts.pages.delete,
      danger: true,
    });
    if (sure) setPages((all) => all.filter((page) => page.id !== id));
  };
  return (
    <Dialog
      open
      size="small"
      title={texts.pages.configuration}
      onClose={onClose}
      // Enter in a title field applies the title only and does not submit the form.
      onSubmit={() => (renamed === undefined ? onArrange(changedTitles(initial, pages)) : take())}
      footer={
        <>
          <Button onClick={onClose}>{texts.pages.cancel}</Button>
          <Button appearance="primary" onClick={() => onArrange(changedTitles(initial, withDraft()))}>
            {texts.pages.updateConfiguration}
          </Button>
        </>
      }
    >
      <p className={styles.help}>{texts.pages.configurationHelp}</p>
      <SortableList
        label={texts.pages.order}
        items={pages}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        onReorder={setPages}
        className={styles.list}
        itemClassName={styles.item}
      >
        {(page) => (
          <div className={styles.row}>
            {page.id === renamed ? (
              <Field label={texts.pages.title} labelHidden className={styles.field}>
                <Input
                  size="small"
                  value={draft}
                  maxLength={pageTitleMax}
                  autoFocus
                  onChange={setDraft}
                  onBlur={take}
                />
              </Field>
            ) : (
              <span className={styles.title} title={page.title} onDoubleClick={() => rename(page)}>
                {page.title}
              </span>
            )}
            <IconButton
              size="small"
              quiet
              label={texts.pages.rename(page.title)}
              icon={<EditIcon />}
              onClick={() => rename(page)}
            />
            <IconButton
              size="small"
              quiet
              label={texts.pages.remove(page.title)}
              icon={<DeleteIcon />}
              disabled={pages.length < 2}
              disabledReason={texts.pages.onlyPage}
              onClick={() => void remove(page)}
            />
          </div>
        )}
      </SortableList>
    </Dialog>
  );
}

/**
 * Returns all pages. Only new pages, and pages whose title has changed, contain their title: an untitled page is
 * displayed by its number, such as "Page#2", which must not become its title.
 */
function changedTitles(before: readonly PageTab[], after: readonly PageTab[]): readonly PageTab[] {
  return after.map((page) => {
    const old = before.find(({ id }) => id === page.id);
    return old && old.title === page.title ? ({ id: page.id } as PageTab) : page;
  });
}
