/**
 * Dialog with earlier queries: users filter the list, insert a query into the search bar, run a query immediately, or
 * delete a query from the history.
 */
import { makeStyles } from '@griffel/react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon, PlayIcon, SearchIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { focusRing, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import type { KnownItems } from '../../kit/use-stored-list.js';
import type { PastQuery } from './query-history.js';
import { historyTexts } from './history-texts.js';

export interface HistoryDialogProps {
  readonly history: KnownItems<PastQuery>;
  /** Inserts a query into the search bar. */
  readonly onUse: (query: string) => void;
  /** Inserts a query into the search bar and runs the search. */
  readonly onRun: (query: string) => void;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    height: 'min(420px, 50vh)',
    margin: `${space.xl}px 0 0`,
    padding: 0,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.xs}px`,
    flexShrink: 0,
    paddingRight: `${space.xs}px`,
    borderRadius: tokens.radius.control,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-within': { backgroundColor: tokens.surface.hover },
  },
  use: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 auto',
    minWidth: 0,
    padding: `${space.s}px ${space.m}px`,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    textAlign: 'start',
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':focus-visible': focusRing,
  },
  query: {
    ...type.log,
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  time: { ...type.caption, color: tokens.text.tertiary },
  empty: { margin: `${space.m}px`, ...type.body, color: tokens.text.tertiary },
});

export function HistoryDialog({ history, onUse, onRun, onClose }: HistoryDialogProps) {
  const styles = useStyles();
  const list = useRef<HTMLUListElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const { entries } = history;
  const shown = useMemo(() => {
    const words = wanted.trim().toLowerCase();
    return entries.filter(({ query }) => query.toLowerCase().includes(words));
  }, [entries, wanted]);
  const take = (work: (query: string) => void, query: string): void => {
    onClose();
    work(query);
  };
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
  const forget = (entry: PastQuery, index: number): void => {
    history.remove(entry);
    // The row with the focus is removed; the row that takes its place gets the focus.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('button[data-query]') ?? [];
      (buttons[Math.min(index, buttons.length - 1)] ?? filter.current)?.focus();
    });
  };

  return (
    <Dialog
      open
      size="medium"
      title={texts.query.history}
      onClose={onClose}
      footer={
        <>
          <Button disabled={entries.length === 0} onClick={history.clear}>
            {historyTexts.clear}
          </Button>
          <Button onClick={onClose}>{historyTexts.close}</Button>
        </>
      }
    >
      <div onKeyDown={onKeyDown}>
        <Input
          ref={filter}
          data-autofocus
          aria-label={historyTexts.filter}
          placeholder={historyTexts.filter}
          before={<SearchIcon />}
          value={wanted}
          onChange={setWanted}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === 'Enter' && first) take(event.ctrlKey || event.metaKey ? onRun : onUse, first.query);
          }}
        />
        {shown.length > 0 ? (
          <ul ref={list} className={styles.list} aria-label={texts.query.history}>
            {shown.map((entry, index) => (
              <li key={entry.query} className={styles.row}>
                <button
                  type="button"
                  data-query
                  className={styles.use}
                  onClick={(event) => take(event.ctrlKey || event.metaKey ? onRun : onUse, entry.query)}
                  onKeyDown={(event) => event.key === 'Delete' && forget(entry, index)}
                >
                  <span className={styles.query}>{entry.query}</span>
                  {entry.at > 0 && (
                    <span className={styles.time}>
                      <RelativeTime instant={entry.at} />
                    </span>
                  )}
                </button>
                <IconButton
                  quiet
                  size="small"
                  label={historyTexts.run}
                  icon={<PlayIcon />}
                  onClick={() => take(onRun, entry.query)}
                />
                <IconButton
                  quiet
                  size="small"
                  label={historyTexts.forget}
                  icon={<CloseIcon />}
                  onClick={() => forget(entry, index)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.list}>
            <p role="status" className={styles.empty}>
              {entries.length === 0 ? historyTexts.empty : historyTexts.none}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}
