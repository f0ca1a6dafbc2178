/**
 * Renders a dialog with the search history, the user's own queries and those that others share with the user: users
 * filter the list, insert a query into the search bar, run it immediately, share it, or delete it from the history.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { grnOf } from '../../../api/grn.js';
import { allows } from '../../../api/permissions.js';
import { streamOptions, streamsQuery, type StreamOption } from '../../../api/queries/streams.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { SearchIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { shortText } from '../../kit/short-text.js';
import { Tabs } from '../../kit/tabs.js';
import { space, tokens, type } from '../../kit/tokens.js';
import type { KnownItems } from '../../kit/use-stored-list.js';
import { ShareDialog } from '../../share/index.js';
import { texts } from '../texts.js';
import { HistoryRow } from './history-row.js';
import { historyTexts } from './history-texts.js';
import { matching, type PastSearch } from './past-searches.js';
import type { HistoryRun, PastQuery } from './query-history.js';
import { usePastSearches } from './use-past-searches.js';

export interface HistoryDialogProps {
  readonly history: KnownItems<PastQuery>;
  /** Inserts a query into the search bar. */
  readonly onUse: (query: string) => void;
  /** Inserts a query, and streams and time range if given, into the search bar and runs the search. */
  readonly onRun: (search: HistoryRun) => void;
  /** True offers to repeat an earlier search with its streams and time range. */
  readonly repeats?: boolean | undefined;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  head: { display: 'flex', flexDirection: 'column', gap: `${space.m}px` },
  list: {
    display: 'flex',
    flexDirection: 'column',
    height: 'min(420px, 50vh)',
    margin: `${space.xl}px 0 0`,
    padding: 0,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  empty: { margin: `${space.m}px`, ...type.body, color: tokens.text.tertiary },
});

/** Number of rows that are shown at first, and added by the button at the end of the list. */
const rowsAtOnce = 100;

/** Maximum number of characters of a query in titles and questions of dialogs. */
const longestTitle = 80;

const titlesOf = (options: readonly StreamOption[]): ReadonlyMap<string, string> =>
  new Map(options.map(({ id, title }) => [id, title]));

type Part = 'own' | 'shared';

export function HistoryDialog({ history, onUse, onRun, repeats = false, onClose }: HistoryDialogProps) {
  const styles = useStyles();
  const { client } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const user = useCurrentUser();
  const list = useRef<HTMLUListElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  /** True while a query is removed, so that further presses remove no other query. */
  const removing = useRef(false);
  const [wanted, setWanted] = useState('');
  const [part, setPart] = useState<Part>('own');
  const [most, setMost] = useState(rowsAtOnce);
  const [sharing, setSharing] = useState<PastSearch>();
  const searches = usePastSearches(history);
  const { data: streams } = useQuery({
    ...streamsQuery(client),
    select: useCallback((answer: Parameters<typeof streamOptions>[0]) => titlesOf(streamOptions(answer)), []),
  });
  const onServer = searches.place === 'server';
  const foreign = onServer && part === 'shared';
  const all = foreign ? searches.shared : searches.own;
  const shown = useMemo(() => matching(all, wanted), [all, wanted]);

  const use = ({ query }: PastSearch): void => {
    onClose();
    onUse(query);
  };
  const run = (search: HistoryRun): void => {
    onClose();
    onRun(search);
  };
  const repeat = ({ query, streams: ids, range }: PastSearch): void =>
    run({ queryString: query, streams: ids, ...(range && { timeRange: range }) });
  /** Handles the Up and Down keys, which move the focus through the queries, from the filter into the list and back. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-query]') ?? [])];
    const rows = [...(list.current?.children ?? [])];
    const at = rows.findIndex((row) => row.contains(event.target as Node));
    const next = at + step < 0 ? filter.current : buttons[at + step];
    event.preventDefault();
    next?.focus();
  };
  /** Asks whether a shared search may be removed; a search that is not shared is removed without a question. */
  const mayRemove = async ({ query, entry }: PastSearch): Promise<boolean> => {
    if (!entry || !(foreign || entry.shared)) return true;
    const { text: short } = shortText(query, longestTitle);
    const text = foreign ? historyTexts.removeForAll(short, entry.owner) : historyTexts.removeShared(short);
    return confirm({ title: historyTexts.removeTitle, text, confirm: historyTexts.remove, danger: true });
  };
  const forget = async (search: PastSearch, index: number): Promise<void> => {
    if (removing.current) return;
    removing.current = true;
    try {
      if (!(await mayRemove(search))) return;
      await searches.remove(search);
    } catch (error) {
      toast('error', reasonOf(error), historyTexts.forgetFailed);
      return;
    } finally {
      removing.current = false;
    }
    // The row with the focus is removed; the row that takes its place gets the focus.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('button[data-query]') ?? [];
      (buttons[Math.min(index, buttons.length - 1)] ?? filter.current)?.focus();
    });
  };
  const clear = async (): Promise<void> => {
    if (onServer) {
      const { clear: action, clearTitle: title, clearText } = historyTexts;
      const text = clearText(searches.own.length);
      if (!(await confirm({ title, text, confirm: action, danger: true }))) return;
    }
    try {
      await searches.clear();
    } catch (error) {
      toast('error', reasonOf(error), historyTexts.clearFailed);
    }
  };
  // While the server fails, its entries cannot be removed, and removing only the browser's entries would give a false
  // impression.
  const mayForget = ({ entry }: PastSearch): boolean =>
    !searches.error &&
    (!foreign || (entry !== undefined && allows(user?.permissions ?? [], `search_history:delete:${entry.id}`)));

  const labelOf = (name: string, { length }: readonly PastSearch[]): string =>
    searches.loading ? name : historyTexts.counted(name, length);
  const found = (
    <>
      {searches.loading ? (
        <div className={styles.list}>
          <Loading />
        </div>
      ) : shown.length > 0 ? (
        <ul ref={list} className={styles.list} aria-label={texts.query.history}>
          {shown.slice(0, most).map((search, index) => (
            <HistoryRow
              key={search.key}
              search={search}
              foreign={foreign}
              streams={streams}
              onUse={() => use(search)}
              onRun={() => run({ queryString: search.query })}
              onRepeat={repeats && (search.streams.length > 0 || search.range) ? () => repeat(search) : undefined}
              onShare={search.entry && !foreign ? () => setSharing(search) : undefined}
              onForget={mayForget(search) ? () => void forget(search, index) : undefined}
            />
          ))}
          {shown.length > most && (
            <li>
              <Button appearance="subtle" onClick={() => setMost(most + rowsAtOnce)}>
                {historyTexts.more(shown.length - most)}
              </Button>
            </li>
          )}
        </ul>
      ) : (
        <div className={styles.list}>
          {/* While the server fails, nobody knows whether the list is empty. */}
          {(all.length > 0 || !searches.error) && (
            <p role="status" className={styles.empty}>
              {all.length > 0 ? historyTexts.none : foreign ? historyTexts.nothingShared : historyTexts.empty}
            </p>
          )}
        </div>
      )}
    </>
  );
  return (
    <>
      <Dialog
        open
        size="medium"
        title={texts.query.history}
        onClose={onClose}
        footer={
          <>
            <Button
              disabled={searches.own.length === 0 || foreign || searches.error !== null}
              onClick={() => void clear()}
            >
              {historyTexts.clear}
            </Button>
            <Button onClick={onClose}>{historyTexts.close}</Button>
          </>
        }
      >
        <div onKeyDown={onKeyDown}>
          <div className={styles.head}>
            <Input
              ref={filter}
              data-autofocus
              aria-label={historyTexts.filter}
              placeholder={historyTexts.filter}
              before={<SearchIcon />}
              value={wanted}
              onChange={(text) => {
                setWanted(text);
                setMost(rowsAtOnce);
              }}
              onKeyDown={(event) => {
                const [first] = shown;
                if (event.key !== 'Enter' || !first) return;
                if (event.ctrlKey || event.metaKey) run({ queryString: first.query });
                else use(first);
              }}
            />
            {searches.error && (
              <ErrorPanel title={historyTexts.loadFailed} errors={[reasonOf(searches.error)]} onRetry={searches.retry}>
                {searches.own.length > 0 && historyTexts.fromBrowser}
              </ErrorPanel>
            )}
          </div>
          {onServer && !searches.error ? (
            <Tabs<Part>
              label={historyTexts.parts}
              tabs={[
                { key: 'own', label: labelOf(historyTexts.own, searches.own) },
                { key: 'shared', label: labelOf(historyTexts.shared, searches.shared) },
              ]}
              active={part}
              onChange={(key) => {
                setPart(key);
                setMost(rowsAtOnce);
              }}
            >
              {found}
            </Tabs>
          ) : (
            found
          )}
        </div>
      </Dialog>
      <Float onFailed={() => setSharing(undefined)}>
        {sharing?.entry && (
          <ShareDialog
            entity={grnOf({ type: 'earlier_query', id: sharing.entry.id })}
            title={shortText(sharing.query, longestTitle).text}
            searchesAllStreams={sharing.streams.length === 0}
            onShared={searches.refresh}
            onClose={() => setSharing(undefined)}
          />
        )}
      </Float>
    </>
  );
}
