/**
 * Renders a section with the rows of a stored table, which the user can search, edit in a grid, import from CSV and
 * download.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { DataAdapter } from '../../../api/contract/lookup.js';
import type { RowsQuery } from '../../../api/contract/lookup.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { changeRowsMutation, downloadRows, storedRowsQuery } from '../../../api/queries/lookup.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { useLastPage } from '../../kit/entity-table/index.js';
import { Failed } from '../../kit/failed.js';
import { useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { IconButton } from '../../kit/icon-button.js';
import {
  AddIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  DeleteIcon,
  DownloadIcon,
  HistoryIcon,
  LoadIcon,
  SearchIcon,
} from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { Loading } from '../../kit/loading.js';
import { saveFile } from '../../kit/save-file.js';
import { Suspense } from '../../kit/suspense.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { cellCount, changeCount, changesOf, draftProblem, noDraft, withAdded, withDeleted } from './row-draft.js';
import { RowGrid, type GridSort } from './row-grid.js';
import { rowTexts as words } from './row-texts.js';
import { texts } from './texts.js';

const ColumnDialog = lazyPart(() => import('./column-dialog.js'), 'ColumnDialog');
const HistoryDialog = lazyPart(() => import('./history-dialog.js'), 'HistoryDialog');
const ImportPanel = lazyPart(() => import('./import-panel.js'), 'ImportPanel');

const pageSize = 25;
const findAfterMs = 300;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  find: { flex: '1 1 200px', maxWidth: '320px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginLeft: 'auto' },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    ...type.caption,
    color: tokens.text.secondary,
  },
  pages: { display: 'flex', alignItems: 'center', gap: '4px', marginLeft: 'auto', fontVariantNumeric: 'tabular-nums' },
  unsaved: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  dot: { width: '8px', height: '8px', borderRadius: '50%', backgroundColor: tokens.change.unsavedDot },
});

type Open = { readonly kind: 'history' } | { readonly kind: 'column'; readonly name?: string } | undefined;

export interface StoredRowsProps {
  readonly adapter: DataAdapter;
  readonly mayEdit: boolean;
}

export function StoredRows({ adapter, mayEdit }: StoredRowsProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const { id, config } = adapter;
  const single = String(config['single_value_column'] ?? 'value');
  const [find, setFind] = useState('');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<GridSort>({ by: 'key', order: 'asc' });
  const [draft, setDraft] = useState(noDraft);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>();
  const [isImporting, setImporting] = useState(false);
  const query: RowsQuery = {
    query: useDebounced(find, findAfterMs),
    page,
    per_page: pageSize,
    sort: sort.by,
    order: sort.order,
  };
  const rows = useQuery(storedRowsQuery(client, id, query));
  useLastPage({
    page,
    pages: rows.data && !rows.isPlaceholderData ? pageCount(rows.data.total, pageSize) : undefined,
    onPage: setPage,
  });
  const saving = useMutation(changeRowsMutation(client, queryClient, id));
  const count = changeCount(draft);
  const dirty = useRef(false);
  useEffect(() => {
    dirty.current = count > 0;
  });
  useLeaveGuard(useCallback(() => dirty.current, []));
  const { data } = rows;
  const problem = draftProblem(draft);

  const search = (text: string): void => {
    setFind(text);
    setPage(1);
  };
  const save = async (): Promise<void> => {
    try {
      await saving.mutateAsync(changesOf(draft));
      setDraft(noDraft);
      setSelected(new Set());
      toast('success', words.saved, texts.success);
      emit('log-changed', { type: 'lookup-row', id });
    } catch (error) {
      toast('error', reasonOf(error), words.saveFailed);
    }
  };
  const download = async (): Promise<void> => {
    try {
      saveFile({ blob: await downloadRows(client, id), fileName: `${adapter.name}.csv` });
    } catch (error) {
      toast('error', reasonOf(error), words.downloadFailed);
    }
  };
  const blocked = count > 0 ? { disabled: true, disabledReason: words.firstSave } : {};
  if (!data) return rows.error ? <Failed title={words.loadFailed} queries={[rows]} /> : <Loading />;
  const from = (page - 1) * pageSize;
  const to = Math.min(from + pageSize, data.total);
  return (
    <Section
      title={words.title}
      intro={words.about(data.all, single)}
      action={
        count > 0 && (
          <span className={styles.unsaved}>
            <span className={styles.dot} />
            <span role="status">{words.unsaved(count)}</span>
            <Button onClick={() => setDraft(noDraft)}>{words.discard}</Button>
            <Button
              appearance="primary"
              busy={saving.isPending}
              disabled={problem !== undefined}
              {...(problem !== undefined && { disabledReason: words.problems[problem] })}
              onClick={() => void save()}
            >
              {saving.isPending ? words.saving : words.save}
            </Button>
          </span>
        )
      }
    >
      <div className={styles.root}>
        <div className={styles.tools}>
          <Input
            className={styles.find}
            aria-label={words.find}
            placeholder={words.find}
            before={<SearchIcon />}
            value={find}
            onChange={search}
          />
          <div className={styles.buttons}>
            {selected.size > 0 && (
              <Button
                icon={<DeleteIcon />}
                onClick={() => {
                  setDraft(withDeleted(draft, [...selected], data.revision));
                  setSelected(new Set());
                }}
              >
                {words.deleteRows(selected.size)}
              </Button>
            )}
            {mayEdit && (
              <>
                <Button
                  icon={<AddIcon />}
                  onClick={() => setDraft(withAdded(draft, data.columns.length, data.revision))}
                >
                  {words.addRow}
                </Button>
                <Button icon={<AddIcon />} {...blocked} onClick={() => setOpen({ kind: 'column' })}>
                  {words.addColumn}
                </Button>
                <Button
                  icon={<LoadIcon />}
                  {...blocked}
                  aria-expanded={isImporting}
                  onClick={() => setImporting(!isImporting)}
                >
                  {words.import}
                </Button>
              </>
            )}
            <Button icon={<DownloadIcon />} onClick={() => void download()}>
              {words.download}
            </Button>
            <Button icon={<HistoryIcon />} onClick={() => setOpen({ kind: 'history' })}>
              {words.history}
            </Button>
          </div>
        </div>
        {data.rows.length === 0 && draft.added.length === 0 ? (
          <Alert>{data.all === 0 ? words.none : words.notFound}</Alert>
        ) : (
          <RowGrid
            data={data}
            single={single}
            draft={draft}
            onDraft={setDraft}
            selected={selected}
            onSelected={setSelected}
            sort={sort}
            onSort={(next) => {
              setSort(next);
              setPage(1);
            }}
            mayEdit={mayEdit}
            onColumn={(name) => count === 0 && setOpen({ kind: 'column', name })}
          />
        )}
        <div className={styles.foot}>
          {draft.added.length > 0 && <span>{words.added(draft.added.length)}</span>}
          {draft.changed.size > 0 && <span>{words.changed(cellCount(draft))}</span>}
          {draft.deleted.size > 0 && <span>{words.removed(draft.deleted.size)}</span>}
          {data.total > 0 && (
            <span className={styles.pages}>
              {words.page(from + 1, to, data.total)}
              <IconButton
                size="small"
                quiet
                label={words.previous}
                icon={<ChevronLeftIcon />}
                disabled={page <= 1}
                onClick={() => setPage(page - 1)}
              />
              <IconButton
                size="small"
                quiet
                label={words.next}
                icon={<ChevronRightIcon />}
                disabled={to >= data.total}
                onClick={() => setPage(page + 1)}
              />
            </span>
          )}
        </div>
        {isImporting && (
          <Suspense fallback={<Loading />}>
            <ImportPanel adapterId={id} columns={data.columns} onClose={() => setImporting(false)} />
          </Suspense>
        )}
      </div>
      <Float onFailed={() => setOpen(undefined)}>
        {open?.kind === 'history' && <HistoryDialog adapterId={id} onClose={() => setOpen(undefined)} />}
        {open?.kind === 'column' && (
          <ColumnDialog adapterId={id} data={data} name={open.name} onClose={() => setOpen(undefined)} />
        )}
      </Float>
    </Section>
  );
}
