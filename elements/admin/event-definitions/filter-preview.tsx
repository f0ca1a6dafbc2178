/** Renders the newest messages that match the edited filter (screens/dashboards-sharing-alerts.md §9.5). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { findParameters } from '../../../api/language/index.js';
import type { Search } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { syncSearchQuery } from '../../../api/queries/sync-search.js';
import type { ParameterValue } from '../../../machines/event-condition/definition-values.js';
import { messagesOf } from '../../../machines/live-tail/search.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useConnection } from '../../element/connection-context.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Loading } from '../../kit/loading.js';
import { shortText } from '../../kit/short-text.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { formTexts } from './form-texts.js';

const words = formTexts.condition;

const shownMessages = 10;
const longestMessage = 300;
/** Milliseconds between the last change of the filter and the search (screens/dashboards-sharing-alerts.md §9.5). */
const delayMs = 250;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': { padding: '4px 8px 4px 0', textAlign: 'start', verticalAlign: 'top' },
    '& th': { color: tokens.text.secondary, ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  time: { whiteSpace: 'nowrap', ...type.caption },
  message: { overflowWrap: 'anywhere', ...type.logSmall },
  none: { color: tokens.text.secondary, ...type.body },
});

export interface FilterPreviewProps {
  /** True while the step with the filter is shown; otherwise nothing is requested. */
  readonly active: boolean;
  readonly query: string;
  readonly parameters: readonly ParameterValue[];
  readonly streams: readonly string[];
  readonly withinMs: number;
}

export function FilterPreview({ active, ...filter }: FilterPreviewProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [ids] = useState(() => ({ search: randomIds.objectId(), query: randomIds.uuid(), messages: randomIds.uuid() }));
  // Debounced as text, because the filter is a new object at each rendering.
  const requested = useDebounced(JSON.stringify(filter), delayMs);
  const { query, parameters, streams, withinMs } = JSON.parse(requested) as typeof filter;
  const declared = parameters.filter(({ embryonic }) => !embryonic);
  const isWhole = findParameters(query).every(({ name }) => declared.some((one) => one.name === name));
  const search: Search = {
    id: ids.search,
    parameters: declared.map((one) => ({ ...one })),
    queries: [
      {
        id: ids.query,
        query: { type: 'elasticsearch', query_string: query },
        timerange: { type: 'relative', from: Math.max(1, Math.round(withinMs / 1000)) },
        filter: streams.length === 0 ? null : { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) },
        filters: [],
        search_types: [
          {
            id: ids.messages,
            type: 'messages',
            limit: shownMessages,
            offset: 0,
            sort: [{ field: 'timestamp', order: 'DESC' }],
            decorators: [],
            filters: [],
            fields: ['timestamp', 'message'],
          },
        ],
      },
    ],
  };
  const { data, error, isFetching } = useQuery({
    ...syncSearchQuery(client, search),
    enabled: active && withinMs > 0 && isWhole,
    select: (job) => {
      try {
        return { messages: messagesOf(job).messages };
      } catch (failure) {
        return { failed: reasonOf(failure) };
      }
    },
    placeholderData: (before) => before,
  });
  if (!isWhole)
    return (
      <Section title={words.preview} intro={words.previewHelp(shownMessages)}>
        <p className={styles.none}>{words.previewUndeclared}</p>
      </Section>
    );
  const failure = error ? reasonOf(error) : data && 'failed' in data ? data.failed : undefined;
  return (
    <Section title={words.preview} intro={words.previewHelp(shownMessages)}>
      {failure !== undefined && <ErrorPanel title={words.previewFailed} errors={[failure]} />}
      {failure === undefined && !data && isFetching && <Loading />}
      {data && 'messages' in data && failure === undefined && (
        <div role="status" aria-busy={isFetching}>
          {data.messages.length === 0 ? (
            <p className={styles.none}>{words.previewNone}</p>
          ) : (
            <table className={styles.table}>
              <ColumnHeads labels={[words.previewTime, words.previewMessage]} />
              <tbody>
                {data.messages.map(({ index, message }) => (
                  <tr key={`${index} ${String(message['_id'])}`}>
                    <td className={styles.time}>
                      <Timestamp instant={String(message['timestamp'])} />
                    </td>
                    <td className={styles.message}>
                      {shortText(String(message['message'] ?? ''), longestMessage).text}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </Section>
  );
}
