/**
 * Renders the pages of a dashboard as tabs (screens/dashboards-sharing-alerts.md §6.4). Tabs that do not fit move into
 * a menu at the end; a page selected in the menu takes the place of the last tab that fits.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, ChevronDownIcon, MoreIcon, SettingsIcon } from '../../kit/icons.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { container, focusRing, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { visibleTabs } from './visible-tabs.js';

export interface PageTab {
  readonly id: string;
  readonly title: string;
}

export interface PageTabsProps {
  readonly pages: readonly PageTab[];
  readonly active: string;
  readonly onSelect: (id: string) => void;
  /** Menu entries of the active tab. */
  readonly menu: readonly MenuEntry[];
  /** Called to add a page; absent when pages cannot be changed. */
  readonly onCreate?: (() => void) | undefined;
  readonly onConfigure?: (() => void) | undefined;
  /** Called to rename the active page, by a double click or F2; absent when pages cannot be changed. */
  readonly onRename?: (() => void) | undefined;
  /** Id of the tab panel. */
  readonly panelId: string;
}

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: `${space.xs}px`, minWidth: 0, height: '40px', minHeight: '40px' },
  list: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    flex: '0 1 auto',
    minWidth: 0,
    gap: `${space.xxs}px`,
  },
  chip: {
    display: 'inline-flex',
    alignItems: 'stretch',
    flexShrink: 0,
    minWidth: 0,
    height: '34px',
    borderRadius: tokens.radius.card,
    border: '1px solid transparent',
  },
  active: { backgroundColor: tokens.surface.card, border: `1px solid ${tokens.border.subtle}` },
  tab: {
    overflow: 'hidden',
    maxWidth: '280px',
    padding: `0 ${space.l}px`,
    border: 'none',
    borderRadius: tokens.radius.card,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    ...type.control,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
    [container.compact]: { maxWidth: '180px' },
  },
  chosen: {
    color: tokens.text.primary,
    fontWeight: 600,
    cursor: 'default',
    ':hover': { backgroundColor: 'transparent' },
  },
  beforeMenu: { paddingRight: `${space.xs}px` },
  caret: { width: '26px', height: '32px' },
  hidden: { display: 'none' },
  gap: { flexGrow: 1 },
});

export function PageTabs(props: PageTabsProps): ReactNode {
  const { pages, active, onSelect, menu, onCreate, onConfigure, onRename, panelId } = props;
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(pages.length);
  const signature = pages.map(({ id, title }) => `${id} ${title}`).join('\n');

  useLayoutEffect(() => {
    const row = root.current;
    if (!row || typeof ResizeObserver === 'undefined') return;
    const measure = (): void => {
      const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[data-page-tab]') ?? [])];
      // Hidden tabs have no width, so all are shown for the measurement, before the browser paints.
      for (const tab of tabs) tab.style.display = 'inline-flex';
      const widths = tabs.map((tab) => tab.offsetWidth + space.xxs);
      for (const tab of tabs) tab.style.display = '';
      const buttons = (onCreate ? 36 : 0) + (onConfigure ? 36 : 0);
      setFitting(visibleTabs(widths, row.clientWidth - buttons, 40));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    return () => observer.disconnect();
  }, [signature, active, onCreate, onConfigure]);

  // The active page always has a tab: if necessary in place of the last tab that fits.
  const first = pages.slice(0, fitting);
  const shown = first.some(({ id }) => id === active)
    ? first
    : [...first.slice(0, Math.max(0, fitting - 1)), ...pages.filter(({ id }) => id === active)];
  const isShown = (id: string): boolean => shown.some((page) => page.id === id);
  const rest = pages.filter(({ id }) => !isShown(id));

  const move = (event: KeyboardEvent): void => {
    if ((event.target as HTMLElement).getAttribute('role') !== 'tab') return;
    const at = shown.findIndex(({ id }) => id === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    const next = to === undefined ? undefined : shown[(to + shown.length) % shown.length];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-page-tab="${CSS.escape(next.id)}"] [role=tab]`)?.focus();
  };
  return (
    <div ref={root} className={styles.root}>
      {/* A menu beside the tabs must be outside the tab list. */}
      <span
        role="tablist"
        aria-label={texts.pages.label}
        aria-owns={shown.map(({ id }) => `${panelId}-${id}`).join(' ')}
      />
      <div ref={list} className={styles.list} onKeyDown={move}>
        {pages.map(({ id, title }) => {
          const chosen = id === active;
          return (
            <span
              key={id}
              data-page-tab={id}
              className={mergeClasses(styles.chip, chosen && styles.active, !isShown(id) && styles.hidden)}
            >
              <button
                type="button"
                role="tab"
                id={`${panelId}-${id}`}
                aria-selected={chosen}
                aria-controls={chosen ? panelId : undefined}
                tabIndex={chosen ? 0 : -1}
                title={title}
                className={mergeClasses(
                  styles.tab,
                  chosen && styles.chosen,
                  chosen && menu.length > 0 && styles.beforeMenu,
                )}
                onClick={() => onSelect(id)}
                // The first click of a double click has already made the page active, so the active page is renamed.
                onDoubleClick={onRename}
                onKeyDown={({ key }) => key === 'F2' && onRename?.()}
                aria-keyshortcuts={onRename && 'F2'}
              >
                {title}
              </button>
              {chosen && menu.length > 0 && (
                <Menu label={texts.pages.menu(title)} entries={menu}>
                  <IconButton
                    size="small"
                    className={styles.caret}
                    label={texts.pages.menu(title)}
                    icon={<ChevronDownIcon />}
                  />
                </Menu>
              )}
            </span>
          );
        })}
      </div>
      {rest.length > 0 && (
        <Menu
          label={texts.pages.more}
          entries={rest.map(({ id, title }) => ({ key: id, label: title, onSelect: () => onSelect(id) }))}
        >
          <IconButton label={texts.pages.more} icon={<MoreIcon />} />
        </Menu>
      )}
      {onCreate && <IconButton label={texts.pages.create} icon={<AddIcon />} onClick={onCreate} />}
      <span className={styles.gap} />
      {onConfigure && <IconButton label={texts.pages.configure} icon={<SettingsIcon />} onClick={onConfigure} />}
    </div>
  );
}
