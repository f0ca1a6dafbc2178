import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { allowsAny } from '../../../api/permissions.js';
import { invalidateViewLists } from '../../../api/queries/view-lists.js';
import { dashboardsQuery } from '../../../api/queries/views.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { useLastPage } from '../../kit/entity-table/use-last-page.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, ChevronLeftIcon, ChevronRightIcon } from '../../kit/icons.js';
import { SearchBox } from '../../kit/search-box.js';
import { Select } from '../../kit/select.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';
import { ChoiceList } from './choice-list.js';

/** Numbers of rows per page that the user can select (spec 2 §9). */
const pageSizes = [5, 10, 15] as const;

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${space.m}px`,
    '> :first-child': { flexGrow: 1 },
  },
  pager: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: `${space.m}px`,
    color: tokens.text.secondary,
    ...type.body,
  },
  size: { width: '110px' },
});

export interface CopyToDashboardDialogProps {
  readonly title: string;
  /** Labels of the submit button: `label` names the action, `busy` is shown while the copy is being stored. */
  readonly submit: { readonly label: string; readonly busy: string };
  /** Stores the copy on the dashboard with this id; rejects when the copy could not be stored. */
  readonly copy: (dashboardId: string) => Promise<void>;
  /** Title and text of the toast after a failure. */
  readonly failed: (reason: string) => readonly [title: string, text: string];
  /** Id of the source dashboard, which cannot be selected. */
  readonly current?: string | undefined;
  /** Called with the target dashboard after the copy was stored. */
  readonly onCopied: (dashboardId: string) => void;
  /** Called when the user wants to copy to a new dashboard; absent: new dashboards are not offered. */
  readonly onNew?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Renders a dialog to select the dashboard to which a widget or page is copied. */
export function CopyToDashboardDialog(props: CopyToDashboardDialogProps) {
  const { title, submit, copy, failed, current, onCopied, onNew, onClose } = props;
  const styles = useStyles();
  const group = useId();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const user = useCurrentUser();
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState<(typeof pageSizes)[number]>(5);
  const [target, setTarget] = useState<string>();
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery(
    dashboardsQuery(client, { query, page, per_page: perPage, sort: 'title', order: 'asc' }),
  );
  const copying = useMutation({
    mutationFn: copy,
    onSuccess: async (_stored, dashboardId) => {
      await invalidateViewLists(queryClient);
      onCopied(dashboardId);
    },
    onError: (failure) => {
      const [heading, text] = failed(reasonOf(failure));
      toast('error', text, heading);
    },
  });
  const pages = pageCount(data?.total ?? 0, perPage);
  useLastPage({ page, pages: data && !isPlaceholderData ? pages : undefined, onPage: setPage });
  const choices = (data?.elements ?? []).map(({ id, title: name, summary }) => {
    const allowed = allowsAny(user?.permissions ?? [], [`view:edit:${id}`, `dashboards:edit:${id}`]);
    const secondary = allowed ? summary : laterTexts.copy.notAllowed;
    return { id, title: name, secondary, disabled: !allowed || id === current };
  });
  return (
    <Dialog
      open
      size="medium"
      title={title}
      onClose={onClose}
      onSubmit={() => target !== undefined && !copying.isPending && copying.mutate(target)}
      footer={
        <>
          <Button onClick={onClose}>{laterTexts.copy.cancel}</Button>
          <Button type="submit" appearance="primary" disabled={target === undefined || copying.isPending}>
            {copying.isPending ? submit.busy : submit.label}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.top}>
          <SearchBox
            label={laterTexts.copy.filter}
            placeholder={laterTexts.copy.filter}
            query={query}
            loading={isFetching}
            onSearch={(text) => {
              setQuery(text);
              setPage(1);
            }}
          />
          {onNew && (
            <Button icon={<AddIcon />} onClick={onNew}>
              {laterTexts.copy.newDashboard}
            </Button>
          )}
        </div>
        {error && (
          <ErrorPanel
            title={laterTexts.copy.listFailedTitle}
            errors={[laterTexts.copy.listFailed(reasonOf(error))]}
            onRetry={() => void refetch()}
          />
        )}
        <ChoiceList
          label={laterTexts.copy.list}
          name={group}
          choices={choices}
          chosen={target}
          onChoose={setTarget}
          none={data ? laterTexts.copy.none : ''}
        />
        <div className={styles.pager} role="group" aria-label={laterTexts.copy.pages}>
          <Select
            className={styles.size}
            size="small"
            aria-label={laterTexts.copy.rows}
            options={pageSizes.map((size) => ({ value: String(size), label: laterTexts.copy.rowsOf(size) }))}
            value={String(perPage)}
            onChange={(size) => {
              setPerPage(pageSizes.find((one) => String(one) === size) ?? 5);
              setPage(1);
            }}
          />
          <IconButton
            size="small"
            label={laterTexts.copy.previous}
            icon={<ChevronLeftIcon />}
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          />
          {laterTexts.copy.pageOf(page, pages)}
          <IconButton
            size="small"
            label={laterTexts.copy.next}
            icon={<ChevronRightIcon />}
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          />
        </div>
      </div>
    </Dialog>
  );
}
