/**
 * Renders a dialog that opens a page, an entity or a section of the settings by its name, and runs actions of the page
 * and of the console. Typing filters the entries, the arrow keys select an entry, Enter opens it. Recently chosen
 * entries come first.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { allows } from '../../api/permissions.js';
import { searchRouteFor } from '../../machines/trace/trace-routes.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { ownRoute } from '../kit/entity-route.js';
import { Dialog } from '../kit/dialog.js';
import { SearchIcon } from '../kit/icons.js';
import { Input } from '../kit/input.js';
import type { MenuEntry } from '../kit/menu.js';
import type { PageActionsRegistry } from '../kit/page-actions.js';
import { tokens, type } from '../kit/tokens.js';
import { useDebounced } from '../kit/use-debounced.js';
import { useStoredList } from '../kit/use-stored-list.js';
import { pageSlot } from './area-pages.js';
import { kindsFor } from './named-places.js';
import { pages } from './pages.js';
import {
  actionEntries,
  elsewhere,
  matching,
  pageEntries,
  recentEntries,
  sameEntry,
  stillThere,
  type QuickEntry,
} from './quick-entries.js';
import { texts as words } from './quick-texts.js';
import { laterTexts } from './later-texts.js';
import type { TypedAhead } from '../kit/typed-ahead.js';

/** Milliseconds after the last keystroke until entities are requested from the server. */
const askAfterMs = 200;
/** Maximum number of characters of a name that is looked up; a longer text is only offered as a search. */
const longestName = 200;
/** Number of entries by which Page Up and Page Down move the selection. */
const pageStep = 8;

const useStyles = makeStyles({
  // The list has a constant height, so that the input does not move.
  found: {
    display: 'flex',
    flexDirection: 'column',
    marginTop: '8px',
    height: 'min(360px, calc(100dvh - 190px))',
    '@media (max-width: 479.98px)': { height: 'calc(100dvh - 130px)' },
  },
  list: { minHeight: 0, overflowY: 'auto' },
  group: { padding: '8px 10px 4px', color: tokens.text.secondary, ...type.caption },
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
    '@media (pointer: coarse)': { minHeight: '44px', paddingTop: '12px', paddingBottom: '12px' },
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
  /** Actions of the page underneath. */
  readonly actions: PageActionsRegistry;
  /** Path of the page underneath. */
  readonly path: string;
  /** Buffer of the characters that the user has typed before the input field had the focus. */
  readonly typed: TypedAhead;
  readonly onClose: () => void;
  readonly onNavigate: (path: string) => void;
  readonly onShortcuts: () => void;
  readonly onScratchpad: () => void;
  readonly onAbout: () => void;
  readonly onToggleTheme: () => void;
  readonly onLogout: () => void;
}

export function QuickJump(props: QuickJumpProps): ReactNode {
  const { path: here, typed, onClose, onNavigate } = props;
  const styles = useStyles();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // The field has the text from its first rendering on. A text that is set later would be replaced by the next
  // character that the user types.
  const [text, setText] = useState(typed.text);
  useEffect(() => typed.follow(setText), [typed]);
  const [chosen, setChosen] = useState(0);
  const [hurried, setHurried] = useState(false);
  const recent = useStoredList('chosen', recentEntries);
  const own = useOwnPages();
  const actions = useActions(props);
  const { places, asking, failure } = useNamed(text.trim());
  const kept = stillThere(recent.entries, [...own, ...actions], [words.page, words.system, words.action]);
  const before = text.trim() === '' ? elsewhere(kept, here) : matching(kept, text);
  const further = (entries: readonly QuickEntry[]): readonly QuickEntry[] =>
    entries.filter((entry) => !before.some((one) => sameEntry(one, entry)));
  const groups = [
    { title: words.groups.recent, entries: before },
    { title: words.groups.actions, entries: further(matching(actions, text)) },
    { title: words.groups.pages, entries: further(matching(own, text)) },
    ...places.map(({ title, entries }) => ({ title, entries: further(entries) })),
  ].filter((group) => group.entries.length > 0);
  // The typed text more often names a page than an action, so the group of actions moves to the end.
  if (text.trim() !== '') groups.sort((one, other) => Number(isActions(one)) - Number(isActions(other)));
  const route = searchRouteFor(text);
  if (route !== undefined) {
    const label = words.searchFor(text.trim());
    groups.push({ title: words.groups.messages, entries: [{ label, kind: words.messages, path: route }] });
  }
  const entries = groups.flatMap((group) => group.entries);
  /** Number of entries without the entry that searches messages for the typed text. */
  const named = entries.length - (route === undefined ? 0 : 1);
  const active = Math.min(chosen, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const go = (entry: QuickEntry | undefined): void => {
    if (!entry) return;
    const { label, kind, path, run } = entry;
    // A message search is not stored as a recent entry, because the query history keeps its text.
    if (kind !== words.messages) recent.add(path === undefined ? { label, kind } : { label, kind, path });
    onClose();
    if (path === undefined) run?.();
    else onNavigate(path);
  };
  // If the user has pressed Enter before the server answered, the first entry is opened when the answer arrives.
  const arrived = useEffectEvent(() => {
    setHurried(false);
    go(entries[0]);
  });
  useEffect(() => {
    if (hurried && !asking) arrived();
  }, [hurried, asking]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const page = { PageDown: pageStep, PageUp: -pageStep }[event.key];
    if (event.key === 'Enter') {
      if (named === 0 && (asking || entries.length === 0)) setHurried(asking);
      else go(entries[active]);
    } else if (entries.length === 0) return;
    else if (by !== undefined) setChosen((active + by + entries.length) % entries.length);
    else if (page !== undefined) setChosen(Math.max(0, Math.min(entries.length - 1, active + page)));
    else return;
    event.preventDefault();
  };
  const optionId = (index: number): string => `${id}-${index}`;
  const option = (entry: QuickEntry): ReactNode => {
    const index = entries.indexOf(entry);
    return (
      <div
        key={`${entry.kind} ${entry.path ?? entry.label}`}
        id={optionId(index)}
        role="option"
        aria-selected={index === active}
        className={mergeClasses(styles.option, index === active && styles.active)}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => go(entry)}
      >
        <span className={styles.label} title={entry.label}>
          {entry.label}
        </span>
        <span className={styles.kind}>{entry.kind}</span>
      </div>
    );
  };
  const statusText =
    failure !== undefined ? words.failed(failure) : named > 0 ? '' : asking ? words.asking : words.none;
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
        onFocus={() => {
          // The dialog may focus the field before the effect above has taken over the typed text, so it is taken over
          // here.
          const ahead = typed.end();
          if (ahead !== undefined) setText(ahead);
        }}
        onChange={(next) => {
          setText(next);
          setChosen(0);
          setHurried(false);
        }}
        onKeyDown={pressed}
      />
      <div className={styles.found}>
        <div ref={list} id={id} role="listbox" aria-label={words.title} className={styles.list}>
          {groups.map(({ title, entries: found }) => (
            <div key={title} role="group" aria-label={title}>
              <div aria-hidden="true" className={styles.group}>
                {title}
              </div>
              {found.map(option)}
            </div>
          ))}
        </div>
        <p role="status" className={statusText === '' ? undefined : styles.none}>
          {statusText}
        </p>
      </div>
    </Dialog>
  );
}

const isActions = ({ title }: { readonly title: string }): boolean => title === words.groups.actions;

function useOwnPages(): readonly QuickEntry[] {
  const user = useCurrentUser();
  const others = pageSlot.use();
  return useMemo(
    () => [
      ...pageEntries([...pages, ...others], user?.permissions ?? [], words),
      ...(user ? [{ label: laterTexts.nav.profile(user.read_only), kind: words.page, path: ownRoute(user) }] : []),
    ],
    [user, others],
  );
}

/** Returns the available actions: first the actions of the page, then those of the console. */
function useActions(props: QuickJumpProps): readonly QuickEntry[] {
  const { actions, onNavigate, onShortcuts, onScratchpad, onAbout, onToggleTheme, onLogout } = props;
  const { theme } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const everywhere: readonly MenuEntry[] = [
    { key: 'search', label: words.newSearch, onSelect: () => onNavigate('/search/new') },
    {
      key: 'dashboard',
      label: words.newDashboard,
      disabled: !allows(granted, 'dashboards:create'),
      onSelect: () => onNavigate('/dashboards/new'),
    },
    { key: 'theme', label: words.theme(theme === 'dark'), onSelect: onToggleTheme },
    { key: 'scratchpad', label: laterTexts.nav.scratchpad, onSelect: onScratchpad },
    { key: 'shortcuts', label: laterTexts.nav.shortcuts, onSelect: onShortcuts },
    { key: 'about', label: laterTexts.nav.about, onSelect: onAbout },
    { key: 'logout', label: laterTexts.nav.logout, onSelect: onLogout },
  ];
  return [
    ...actionEntries(
      [...actions].flatMap(({ current }) => current),
      words.action,
    ),
    ...actionEntries(everywhere, words.action, words.also),
  ];
}

interface Named {
  readonly places: readonly { readonly title: string; readonly entries: readonly QuickEntry[] }[];
  /** True until the server has answered. */
  readonly asking: boolean;
  /** Reason why the request failed. */
  readonly failure: string | undefined;
}

/** Returns the entities on the server that match the name; they are requested when typing pauses. */
function useNamed(name: string): Named {
  const { client, queryClient } = useConnection();
  const user = useCurrentUser();
  const granted = useMemo(() => user?.permissions ?? [], [user]);
  const kinds = useMemo(() => kindsFor(granted), [granted]);
  const requested = useDebounced(name, askAfterMs);
  const enabled = requested !== '' && name !== '' && requested.length <= longestName;
  const answers = useQueries({
    queries: kinds.map(({ kind, find }) => ({
      queryKey: ['quickJump', kind, requested],
      queryFn: () => find(requested, { client, queryClient, granted }),
      enabled,
      staleTime: 0,
      placeholderData: keepPreviousData,
    })),
  });
  const pending = name !== requested || answers.some(({ isFetching }) => isFetching);
  const failed = enabled && !pending ? answers.find(({ error }) => error !== null) : undefined;
  return {
    asking: pending,
    failure: failed && reasonOf(failed.error),
    places: kinds.map(({ title, kind }, index) => {
      const found = (enabled ? (answers[index]?.data ?? []) : []).map((place) => ({ ...place, kind }));
      // Until the answer arrives, results for the previous text that match the new text stay listed.
      return { title, entries: pending ? matching(found, name) : found };
    }),
  };
}
