/** Connects a message table with the view and the search: pages, display settings, live tail and patterns. */
import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import type { MessagesResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { nextMessages } from '../../../machines/search-execution/next-messages.js';
import { appliedOverride } from '../../../machines/page-parts.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { pageSizeOf, searchTypesOf, type ShownResult } from '../../../machines/search-execution/results.js';
import { stateOf } from '../../../machines/view/document.js';
import { questionOf } from '../../../machines/view/question.js';
import { tableLookOf, type TableLook } from '../../../machines/view/table-look.js';
import { useHostElement } from '../../element/host-context.js';
import { refinements } from '../../element/switches.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { MessageTableWidget, type MessageTableConfig, type MessageTableWidgetProps } from '../../widgets/index.js';
import { useView, type ViewPageActor } from '../view-page.js';
import { useLinkedMessage } from './use-linked-message.js';
import { useListMemory } from './use-list-memory.js';
import { usePatternsSource, useTailSource } from './tail-source.js';
import { messageTableOf } from '../../../machines/view/widget-config.js';

const NothingFound = lazyPart(() => import('./nothing-found.js'), 'NothingFound');
const EmptyHint = lazyPart(() => import('./nothing-found.js'), 'EmptyHint');

export interface MessagesViewProps extends Pick<
  MessageTableWidgetProps,
  | 'title'
  | 'executing'
  | 'queuedSeconds'
  | 'errors'
  | 'onRetry'
  | 'chrome'
  | 'actions'
  | 'movable'
  | 'footer'
  | 'onTitleChange'
  | 'onOpen'
  | 'detailBeside'
  | 'fieldTypes'
  | 'highlightMessage'
  | 'streams'
  | 'layout'
> {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly result: MessagesResult | undefined;
  /** Shown result of the executed search, of which `result` is a part. */
  readonly shown: ShownResult | undefined;
}

export function MessagesView({ page, widget, result, shown, ...table }: MessagesViewProps): ReactNode {
  const { readonly: readOnly, allows } = useHostElement();
  // Viewers who may refine nothing get neither the live tail nor patterns, which request messages beyond the search.
  const mayExplore = !readOnly || refinements.some(allows);
  const { view, document, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const [searchTypeId = ''] = searchTypesOf(shown, widget.id);
  const paging = useSelector(execution, ({ context }) => context.pages[searchTypeId]);
  const pageSize = useSelector(execution, ({ context }) => pageSizeOf(context.request, searchTypeId));
  const override = useSelector(page, ({ context }) => appliedOverride(context), sameWire);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const tail = useTailSource(page, widget);
  const patterns = usePatternsSource(page, widget);
  // Display settings that a read-only user has changed; they last only while the table is mounted.
  const [ownLook, setOwnLook] = useState<TableLook>();
  const stored = document ? tableLookOf(stateOf(document, queryId), widget.id) : {};
  const look = ownLook ?? stored;
  const remember = useListMemory(page, widget);
  const linked = useLinkedMessage(widget.id, result, table.onOpen);

  const config = messageTableOf(widget);
  const endless = look.endless === true;
  const ask = (number: number) =>
    page.send({
      type: 'page.requested',
      searchTypeId,
      offset: (number - 1) * pageSize,
      limit: pageSize,
      mode: 'replace',
    });
  const askMore = () =>
    result &&
    page.send({ type: 'page.requested', ...nextMessages(result, config.sort, searchTypeId, pageSize, paging) });
  const changeLook = (changed: TableLook) => {
    // Endless scrolling shows all messages from the first page on, so a switch between the modes starts at page 1.
    if (endless !== (changed.endless === true) && paging) ask(1);
    if (readOnly) setOwnLook(changed);
    else view.send({ type: 'widget.looked', widgetId: widget.id, look: changed });
    remember({ fields: config.fields, look: changed });
  };
  return (
    <MessageTableWidget
      {...table}
      {...linked}
      config={config}
      result={result}
      look={look}
      onLookChange={changeLook}
      {...(!readOnly && {
        onConfigChange: (changed: MessageTableConfig) => {
          view.send({ type: 'widget.updated', widget: { ...widget, config: { ...changed } } });
          if (!sameWire(changed.fields, config.fields)) remember({ fields: changed.fields, look });
        },
      })}
      emptyAction={
        document?.view.type === 'SEARCH' && !readOnly ? (
          <NothingFound page={page} widget={widget} />
        ) : (
          <EmptyHint page={page} widget={widget} />
        )
      }
      mode={endless ? 'endless' : 'pages'}
      page={paging && !endless ? paging.offset / paging.limit + 1 : 1}
      pageSize={pageSize}
      pageLoading={paging?.status === 'loading'}
      pageErrors={paging?.errors ?? []}
      onPage={endless ? askMore : ask}
      {...(document && { question: questionOf(document, queryId, widget, { override, bindings }) })}
      {...(shown?.result && { duration: shown.result.execution_stats.duration })}
      {...(tail && mayExplore && { tail })}
      {...(patterns && mayExplore && { patterns })}
    />
  );
}
