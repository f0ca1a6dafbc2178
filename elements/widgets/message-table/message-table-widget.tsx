import { makeStyles } from '@griffel/react';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { SearchIcon } from '../../kit/icons.js';
import { TableColumnsContext, type TableColumns } from '../actions/interactions.js';
import type { MessagesResult, MessageTableWidgetProps } from '../faces.js';
import { WidgetBody } from '../frame/widget-body.js';
import { WidgetFrame } from '../frame/widget-frame.js';
import { texts } from '../texts.js';
import { MessageList } from './message-list.js';
import { narrow } from './message-table-styles.js';
import { Pager } from './pager.js';
import { nextSort, sortInEffect } from './sorting.js';
import { SortButton } from './table-head.js';

export const defaultPageSize = 150;

const useStyles = makeStyles({
  // The head is hidden in narrow containers: the order moves up here.
  sort: { display: 'none', alignItems: 'center', fontWeight: 400, [narrow]: { display: 'inline-flex' } },
});

/** The message table of the search page and of dashboards (spec 2 §2, screens/search.md §8). */
export function MessageTableWidget(props: MessageTableWidgetProps) {
  const styles = useStyles();
  const { config, onConfigChange, pageSize = defaultPageSize } = props;
  const sort = sortInEffect(config);
  // A page that failed, such as one beyond the result window, must not be a dead end.
  const failed = (props.errors?.length ?? 0) > 0 && (props.page ?? 1) > 1 && !props.executing;
  const columns = useMemo((): TableColumns | undefined => {
    if (!onConfigChange) return undefined;
    return {
      fields: config.fields,
      onAdd: (field) => onConfigChange({ ...config, fields: [...config.fields, field] }),
      onRemove: (field) => onConfigChange({ ...config, fields: config.fields.filter((one) => one !== field) }),
    };
  }, [config, onConfigChange]);
  return (
    <TableColumnsContext value={columns}>
      <WidgetFrame
        {...props}
        aside={
          <span className={styles.sort}>
            {sort.field}
            <SortButton
              field={sort.field}
              direction={sort.direction}
              onSort={onConfigChange && ((field) => onConfigChange({ ...config, sort: nextSort(config, field) }))}
            />
          </span>
        }
      >
        <WidgetBody {...props} skeleton="messages" pageSize={pageSize}>
          {(result) => <Messages {...props} result={result} pageSize={pageSize} />}
        </WidgetBody>
        {failed && <Pager {...pagerOf(props, pageSize)} loaded={0} />}
      </WidgetFrame>
    </TableColumnsContext>
  );
}

function Messages(props: MessageTableWidgetProps & { readonly result: MessagesResult; readonly pageSize: number }) {
  const { result, pageSize, onPage, page = 1, mode = 'pages', pageLoading = false } = props;
  const loaded = result.messages.length;
  const more = mode === 'endless' && loaded < result.total_results && !pageLoading;
  const onNearEnd = useCallback(() => onPage?.(page + 1), [onPage, page]);
  if (loaded === 0)
    return (
      <EmptyState icon={<SearchIcon />} title={texts.noMessages}>
        {texts.noMessagesHint}
      </EmptyState>
    );
  return (
    <>
      <MessageList
        {...props}
        layout={props.layout ?? 'rows'}
        offset={mode === 'pages' ? (page - 1) * pageSize : 0}
        onNearEnd={more ? onNearEnd : undefined}
      />
      <Pager {...pagerOf(props, pageSize)} loaded={loaded} duration={props.duration} />
    </>
  );
}

function pagerOf(props: MessageTableWidgetProps, pageSize: number) {
  const { page = 1, mode = 'pages', pageLoading = false, onPage, result } = props;
  return { page, mode, loading: pageLoading, onPage, pageSize, total: result?.total_results ?? page * pageSize };
}
