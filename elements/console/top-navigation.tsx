/**
 * Renders the navigation bar (spec 3 §2.1): links, notifications, throughput, help, user menu. In a bar of at most 991
 * px the links collapse into a menu.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { allows } from '../../api/permissions.js';
import { useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { ownRoute } from '../kit/entity-route.js';
import { handbookPath } from '../kit/help-link.js';
import { IconButton } from '../kit/icon-button.js';
import {
  ChevronDownIcon,
  DetailsIcon,
  HelpIcon,
  HomeIcon,
  NavigationIcon,
  OpenOutsideIcon,
  PersonIcon,
  ScratchpadIcon,
  SearchIcon,
  SignOutIcon,
} from '../kit/icons.js';
import { Menu, type MenuItemEntry } from '../kit/menu.js';
import { keysText, shortcuts } from '../kit/shortcuts/shortcuts.js';
import { container, focusRing, tokens, type, weight, zIndex } from '../kit/tokens.js';
import { Mark } from '../kit/mark.js';
import type { PluginLink } from '../kit/plugins/face.js';
import { useParts } from '../kit/plugins/slots.js';
import { handbookChapter } from './handbook-chapters.js';
import { DevelopmentBadge } from './development.js';
import { NotificationBadge } from './notification-badge.js';
import { hasPage } from './pages.js';
import { barItems, isAt } from './plugin-menu.js';
import { systemEntries, systemTitle } from './system-menu.js';
import { laterTexts } from './later-texts.js';
import { texts } from './texts.js';
import { Throughput } from './throughput.js';

/** Height of the bar in px. */
export const navigationPx = 55;

/** Matches the widths of the bar up to which its links collapse into a menu (spec 3 §9). */
const menuBelow = '@container (max-width: 991px)';
/** Matches the widths of the bar in which all links are shown, but with less padding and without the product name. */
const snug = '@container (min-width: 991.02px) and (max-width: 1239.98px)';

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: zIndex.navBar,
    boxSizing: 'border-box',
    height: `${navigationPx}px`,
    display: 'flex',
    alignItems: 'stretch',
    columnGap: '8px',
    padding: '0 16px',
    backgroundColor: tokens.surface.nav,
    borderBottom: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.primary,
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    marginRight: '16px',
    fontSize: '16px',
    lineHeight: '22px',
    fontWeight: weight.semibold,
    color: tokens.text.primary,
    textDecorationLine: 'none',
    borderRadius: '4px',
    ':focus-visible': focusRing,
  },
  name: { [container.compact]: { display: 'none' }, [snug]: { display: 'none' } },
  entries: { display: 'flex', [menuBelow]: { display: 'none' } },
  entry: {
    ...type.control,
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    padding: '0 12px',
    whiteSpace: 'nowrap',
    [snug]: { padding: '0 8px' },
    color: tokens.text.secondary,
    textDecorationLine: 'none',
    ':hover': { color: tokens.text.primary, backgroundColor: tokens.surface.hover },
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '-2px' },
  },
  opener: {
    columnGap: '4px',
    border: 'none',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    cursor: 'pointer',
    '& > svg': { fontSize: '12px' },
  },
  active: {
    color: tokens.text.primary,
    fontWeight: weight.semibold,
    '::after': {
      content: '""',
      position: 'absolute',
      left: '12px',
      right: '12px',
      [snug]: { left: '8px', right: '8px' },
      bottom: 0,
      height: '2px',
      backgroundColor: tokens.brand.solid,
    },
  },
  gap: { flexGrow: 1 },
  tools: { display: 'flex', alignItems: 'center', columnGap: '8px' },
  line: { alignSelf: 'center', height: '24px', borderLeft: `1px solid ${tokens.border.subtle}` },
  menu: { display: 'none', [menuBelow]: { display: 'block' } },
  wide: { [menuBelow]: { display: 'none' } },
  home: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    borderRadius: '4px',
    fontSize: '20px',
    color: tokens.text.primary,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  homeActive: { color: tokens.selection.text, backgroundColor: tokens.selection.background },
});

interface Entry {
  readonly label: string;
  readonly path: string;
  /** Paths below which the entry is highlighted. */
  readonly below: readonly string[];
  /** Permission needed to see the entry. */
  readonly needs?: string;
}
const entries: readonly Entry[] = [
  { label: laterTexts.nav.search, path: '/search', below: ['/search', '/extendedsearch', '/messages', '/views'] },
  { label: laterTexts.nav.streams, path: '/streams', below: ['/streams'] },
  { label: laterTexts.nav.alerts, path: '/alerts', below: ['/alerts'] },
  { label: laterTexts.nav.dashboards, path: '/dashboards', below: ['/dashboards', '/sources'] },
  // A plug-in replaces this entry by registering an entry with the same name (screens/dashboards-sharing-alerts.md §2).
  {
    label: laterTexts.nav.enterprise,
    path: '/system/enterprise',
    below: ['/system/enterprise'],
    needs: 'licenseinfos:read',
  },
  { label: laterTexts.nav.security, path: '/security', below: ['/security'], needs: 'licenseinfos:read' },
].filter(({ path }) => hasPage(path));

interface TopNavigationProps {
  /** Content before the bar, first in the tab order, such as the link to skip the navigation. */
  readonly first: ReactNode;
  /** Path of the current address without the base path. */
  readonly path: string;
  readonly href: (path: string) => string;
  readonly onNavigate: (path: string) => void;
  readonly onToggleTheme: () => void;
  readonly followsSystem: boolean;
  readonly onSystemTheme: () => void;
  readonly onLogout: () => void;
  readonly onQuickJump: () => void;
  readonly onShortcuts: () => void;
  readonly onAbout: () => void;
  readonly scratchpad: {
    readonly open: boolean;
    readonly button: RefObject<HTMLButtonElement | null>;
    readonly onToggle: () => void;
  };
}

export function TopNavigation(props: TopNavigationProps) {
  const {
    first,
    path,
    href,
    onNavigate,
    onToggleTheme,
    followsSystem,
    onSystemTheme,
    onLogout,
    onQuickJump,
    onShortcuts,
    onAbout,
    scratchpad,
  } = props;
  const styles = useStyles();
  const { theme } = useHostElement();
  const user = useCurrentUser();
  const follow = (to: string) => (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onNavigate(to);
  };
  const granted = user?.permissions ?? [];
  const items = useParts('menuItems');
  const plugged = barItems(items, granted);
  const system = systemEntries(granted, items);
  // An entry that needs a permission is hidden if a plug-in has an entry with the same name
  // (screens/dashboards-sharing-alerts.md §2).
  const shown = entries
    .filter(({ needs }) => needs === undefined || allows(granted, needs))
    .filter(({ label, needs }) => needs === undefined || plugged.every(({ title }) => title !== label));
  const isActive = (entry: Entry) => entry.below.some((one) => path === one || path.startsWith(`${one}/`));
  const where = systemTitle(path, items);
  const isInSystem = (path.startsWith('/system/') || where !== laterTexts.nav.system) && !shown.some(isActive);
  const pageEntry = ({ label, path: to }: { readonly label: string; readonly path: string }): MenuItemEntry => ({
    key: `${to} ${label}`,
    label,
    href: href(to),
    onSelect: () => onNavigate(to),
  });
  /** Returns a menu of a plug-in; its label is "Title / Child" on the pages of a child. */
  const menu = (title: string, children: readonly PluginLink[], current: PluginLink | undefined): ReactNode => {
    const label = current ? `${title} / ${current.title}` : title;
    return (
      <Menu
        key={title}
        label={label}
        entries={children.map((child) => pageEntry({ label: child.title, path: child.path }))}
      >
        <button type="button" className={mergeClasses(styles.entry, styles.opener, current && styles.active)}>
          {label}
          <ChevronDownIcon />
        </button>
      </Menu>
    );
  };
  const narrow = plugged.flatMap(({ title, path: to, children = [] }) =>
    to === undefined
      ? children.map((child) => ({ label: `${title} / ${child.title}`, path: child.path }))
      : [{ label: title, path: to }],
  );
  const helpPage = href(handbookPath(handbookChapter(path)));
  const apiBrowser = href('/api/api-browser/global/index.html');
  const help: readonly MenuItemEntry[] = [
    {
      key: 'jump',
      label: laterTexts.nav.quickJump,
      icon: <SearchIcon />,
      shortcut: keysText(shortcuts.palette),
      onSelect: onQuickJump,
    },
    {
      key: 'shortcuts',
      label: laterTexts.nav.shortcuts,
      icon: <HelpIcon />,
      shortcut: shortcuts.sheet,
      onSelect: onShortcuts,
    },
    {
      key: 'documentation',
      label: laterTexts.nav.documentation,
      icon: <HelpIcon />,
      href: helpPage,
      onSelect: () => void window.open(helpPage, '_blank', 'noopener'),
    },
    {
      key: 'api-browser',
      label: laterTexts.nav.apiBrowser,
      icon: <OpenOutsideIcon />,
      href: apiBrowser,
      onSelect: () => void window.open(apiBrowser, '_blank', 'noopener'),
    },
    { key: 'about', label: laterTexts.nav.about, icon: <DetailsIcon />, onSelect: onAbout },
  ];
  const mayReadThroughput = allows(granted, 'throughput:read');

  return (
    <nav className={styles.bar} aria-label={laterTexts.nav.label}>
      {first}
      <a className={styles.brand} href={href('/')} aria-label={texts.product} onClick={follow('/')}>
        <Mark size={24} />
        <span className={styles.name}>{texts.product}</span>
      </a>
      <div className={styles.entries}>
        {shown.map((entry) => (
          <a
            key={entry.path}
            className={mergeClasses(styles.entry, isActive(entry) && styles.active)}
            aria-current={isActive(entry) ? 'page' : undefined}
            href={href(entry.path)}
            onClick={follow(entry.path)}
          >
            {entry.label}
          </a>
        ))}
        {plugged.map(({ title, path: to, children = [] }) =>
          to === undefined ? (
            menu(
              title,
              children,
              children.find((child) => isAt(child.path, path)),
            )
          ) : (
            <a
              key={`${title} ${to}`}
              className={mergeClasses(styles.entry, isAt(to, path) && styles.active)}
              aria-current={isAt(to, path) ? 'page' : undefined}
              href={href(to)}
              onClick={follow(to)}
            >
              {title}
            </a>
          ),
        )}
        {system.length > 0 && (
          <Menu label={where} entries={system.map(pageEntry)}>
            <button type="button" className={mergeClasses(styles.entry, styles.opener, isInSystem && styles.active)}>
              {where}
              <ChevronDownIcon />
            </button>
          </Menu>
        )}
      </div>
      <div className={styles.gap} />
      <div className={styles.tools}>
        {DevelopmentBadge && <DevelopmentBadge />}
        <NotificationBadge />
        {mayReadThroughput && <Throughput />}
        <span className={mergeClasses(styles.line, styles.wide)} />
        <IconButton
          ref={scratchpad.button}
          label={laterTexts.nav.scratchpad}
          icon={<ScratchpadIcon />}
          aria-pressed={scratchpad.open}
          className={scratchpad.open ? styles.homeActive : undefined}
          onClick={scratchpad.onToggle}
        />
        <div className={styles.wide}>
          <Menu label={laterTexts.nav.help} entries={help}>
            <IconButton label={laterTexts.nav.help} icon={<HelpIcon />} />
          </Menu>
        </div>
        <a
          className={mergeClasses(styles.home, styles.wide, path === '/welcome' && styles.homeActive)}
          aria-label={laterTexts.nav.welcome}
          aria-current={path === '/welcome' ? 'page' : undefined}
          title={laterTexts.nav.welcome}
          href={href('/welcome')}
          onClick={follow('/welcome')}
        >
          <HomeIcon />
        </a>
        <Menu
          label={laterTexts.nav.user}
          header={user?.full_name || user?.username}
          entries={[
            {
              kind: 'checkbox',
              key: 'theme',
              label: laterTexts.nav.theme,
              checked: theme === 'dark',
              onSelect: onToggleTheme,
            },
            {
              kind: 'checkbox',
              key: 'system-theme',
              label: laterTexts.nav.systemTheme,
              checked: followsSystem,
              onSelect: onSystemTheme,
            },
            ...(user
              ? [
                  {
                    ...pageEntry({ label: laterTexts.nav.profile(user.read_only), path: ownRoute(user) }),
                    icon: <PersonIcon />,
                  },
                ]
              : []),
            { key: 'logout', label: laterTexts.nav.logout, icon: <SignOutIcon />, onSelect: onLogout },
          ]}
        >
          <IconButton label={laterTexts.nav.user} icon={<PersonIcon />} />
        </Menu>
        <div className={styles.menu}>
          <Menu
            label={laterTexts.nav.menu}
            entries={[
              ...[...shown, ...narrow, ...system, { label: laterTexts.nav.welcome, path: '/welcome' }].map(pageEntry),
              ...help.map(({ icon: _icon, ...entry }) => entry),
            ]}
          >
            <IconButton label={laterTexts.nav.menu} icon={<NavigationIcon />} />
          </Menu>
        </div>
      </div>
    </nav>
  );
}
