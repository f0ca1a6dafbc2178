/** Goes to any page, dashboard or saved search by its name: typing finds, arrow keys choose, Enter goes. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { dashboardsQuery, savedSearchesQuery } from '../../api/queries/views.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { ownRoute } from '../admin/users/pages.js';
import { Dialog } from '../kit/dialog.js';
import { SearchIcon } from '../kit/icons.js';
import { Input } from '../kit/input.js';
import { tokens, type } from '../kit/tokens.js';
import { useDebounced } from '../kit/use-debounced.js';
import { pages } from './pages.js';
import { matching, pageEntries, quoted, type QuickEntry } from './quick-entries.js';
import { texts } from './texts.js';

const { quickJump: words } = texts;

/** ms after the last key until the server is asked for views of that title. */
const askAfterMs = 200;
const mostViews = 10;

const useStyles = makeStyles({
  list: { marginTop: '8px', maxHeight: '360px', overflowY: 'auto' },
  option: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '12px',
    minHeight: '32px',
    padding: '6px 10px',
    boxSizing: 'border-box',
    borderRadius: '4px',
    cursor: 'pointer',
    ...type.control,
  },
  active: {
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  label: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  kind: { flexShrink: 0, color: tokens.text.secondary, ...type.caption },
  none: { padding: '12px 10px', color: tokens.text.secondary, ...type.body },
});

export interface QuickJumpProps {
  readonly onClose: () => void;
  readonly onNavigate: (path: string) => void;
}

export function QuickJump({ onClose, onNavigate }: QuickJumpProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const user = useCurrentUser();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const asked = useDebounced(text.trim(), askAfterMs);
  const question = { page: 1, per_page: mostViews, sort: 'title', order: 'asc', query: quoted(asked) } as const;
  const dashboards = useQuery({ ...dashboardsQuery(client, question), enabled: asked !== '' });
  const searches = useQuery({ ...savedSearchesQuery(client, question), enabled: asked !== '' });
  const own = useMemo(
    (): readonly QuickEntry[] => [
      ...pageEntries(pages, user?.permissions ?? [], words),
      ...(user ? [{ label: texts.nav.profile(user.read_only), kind: words.page, path: ownRoute(user) }] : []),
    ],
    [user],
  );
  const views = (kind: string, path: string, rows: readonly { id: string; title: string }[] = []): QuickEntry[] =>
    text.trim() === ''
      ? []
      : rows.map((row) => ({ label: row.title, kind, path: `${path}/${encodeURIComponent(row.id)}` }));
  const entries = [
    ...matching(own, text),
    ...views(words.dashboard, '/dashboards', dashboards.data?.elements),
    ...views(words.search, '/search', searches.data?.elements),
  ];
  const active = Math.min(chosen, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const go = (entry: QuickEntry | undefined): void => {
    if (!entry) return;
    onClose();
    onNavigate(entry.path);
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(entries[active]);
    else if (by === undefined || entries.length === 0) return;
    else setChosen((active + by + entries.length) % entries.length);
    event.preventDefault();
  };
  const optionId = (index: number): string => `${id}-${index}`;
  return (
    <Dialog open size="small" title={words.title} onClose={onClose}>
      <Input
        data-autofocus=""
        role="combobox"
        aria-label={words.label}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        placeholder={words.label}
        before={<SearchIcon />}
        value={text}
        onChange={(next) => {
          setText(next);
          setChosen(0);
        }}
        onKeyDown={pressed}
      />
      <div ref={list} id={id} role="listbox" aria-label={words.title} className={styles.list}>
        {entries.map((entry, index) => (
          <div
            key={`${entry.kind} ${entry.path}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className={mergeClasses(styles.option, index === active && styles.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(entry)}
          >
            <span className={styles.label}>{entry.label}</span>
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className={entries.length === 0 ? styles.none : undefined}>
        {entries.length === 0 && words.none}
      </p>
    </Dialog>
  );
}
