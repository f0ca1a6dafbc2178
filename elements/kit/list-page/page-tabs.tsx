/**
 * Renders tabs that link related pages with each other (screens/administration.md: sub-navigation above the header).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { allowsAll } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { Link } from '../link.js';
import { laterKitTexts } from '../later-texts.js';
import { container, focusRing, tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  // When the tabs do not fit into the width, they stay in one line that scrolls.
  list: {
    position: 'relative',
    display: 'flex',
    gap: '20px',
    // The distance from the tabs to the navigation is smaller than that of a page title, which needs more space.
    marginTop: '-12px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    borderBottom: `1px solid ${tokens.border.subtle}`,
    [container.compact]: { gap: '12px' },
  },
  tab: {
    position: 'relative',
    flexShrink: 0,
    padding: '8px 0',
    whiteSpace: 'nowrap',
    color: tokens.text.secondary,
    textDecorationLine: 'none',
    ...type.control,
    ':hover': { color: tokens.text.primary, textDecorationLine: 'none' },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px', borderRadius: tokens.radius.control },
  },
  active: {
    color: tokens.text.primary,
    fontWeight: 600,
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 'auto 0 0',
      height: '2px',
      backgroundColor: tokens.selection.border,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
});

export interface PageTab {
  readonly label: string;
  readonly route: string;
  readonly active?: boolean;
  /** Permissions that the user needs, all of them, to see the tab. */
  readonly needs?: readonly string[];
}

export function PageTabs({ tabs }: { readonly tabs: readonly PageTab[] }): ReactNode {
  const styles = useStyles();
  const granted = useCurrentUser()?.permissions ?? [];
  const list = useRef<HTMLElement>(null);
  const current = tabs.find(({ active }) => active)?.route;
  // The tab of the current page is scrolled into view, also whenever the width changes.
  useLayoutEffect(() => {
    const own = list.current;
    if (!own) return undefined;
    const show = (): void => {
      const tab = own.querySelector<HTMLElement>('[aria-current=page]');
      if (tab) own.scrollLeft = tab.offsetLeft + tab.offsetWidth - own.clientWidth;
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(own);
    return () => observer.disconnect();
  }, [current]);
  const shown = tabs.filter(({ needs = [] }) => allowsAll(granted, needs));
  return (
    <nav ref={list} aria-label={laterKitTexts.pages} className={styles.list}>
      {shown.map(({ label, route, active = false }) => (
        <Link
          key={route}
          route={route}
          className={mergeClasses(styles.tab, active && styles.active)}
          aria-current={active ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
