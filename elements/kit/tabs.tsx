import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { focusRing, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  list: { display: 'flex', alignItems: 'stretch', minWidth: 0 },
  underlined: { gap: '20px', borderBottom: `1px solid ${tokens.border.subtle}` },
  chips: { gap: '4px', height: '40px', alignItems: 'center' },
  segments: { gap: '0', padding: '2px', borderRadius: tokens.radius.control, backgroundColor: tokens.surface.inset },
  tab: {
    position: 'relative',
    padding: '0',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    whiteSpace: 'nowrap',
    ...type.control,
    ':hover': { color: tokens.text.primary },
    ':focus-visible': { ...focusRing, borderRadius: tokens.radius.control },
    ':disabled': { color: tokens.text.disabled, cursor: 'default' },
  },
  underlinedTab: { padding: '8px 0' },
  underlinedActive: {
    color: tokens.text.primary,
    fontWeight: 600,
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 'auto 0 -1px',
      height: '2px',
      backgroundColor: tokens.selection.border,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
  chipTab: { height: '32px', padding: '0 12px', borderRadius: tokens.radius.card, border: '1px solid transparent' },
  chipActive: {
    color: tokens.text.primary,
    fontWeight: 600,
    backgroundColor: tokens.surface.card,
    border: `1px solid ${tokens.border.subtle}`,
  },
  segmentTab: { height: '24px', padding: '0 8px', borderRadius: '3px', ...type.body },
  segmentActive: {
    color: tokens.text.primary,
    fontWeight: 600,
    backgroundColor: tokens.surface.card,
    boxShadow: tokens.shadow.small,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  // The label of the active tab is bold; a hidden bold copy reserves its width in every tab, so that nothing moves.
  label: {
    display: 'inline-grid',
    '::after': { content: 'attr(data-text)', height: 0, visibility: 'hidden', fontWeight: 600, overflow: 'hidden' },
  },
});

interface TabItem<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface TabsProps<Key extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabItem<Key>[];
  readonly active: Key;
  readonly onChange: (key: Key) => void;
  /**
   * Appearance; default `underlined`, for related pages and for tabs in pop-overs. `chips` is for the pages of a view,
   * `segments` for a choice between a few options.
   */
  readonly kind?: 'underlined' | 'chips' | 'segments';
  /** Content of the panel of the active tab, shown below the tab list. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Renders tabs of which one is active; the arrow keys, Home and End move the focus and activate the focused tab. */
export function Tabs<Key extends string>(props: TabsProps<Key>): ReactNode {
  const { label, tabs, active, onChange, kind = 'underlined', children, className } = props;
  const styles = useStyles();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const usable = tabs.filter((tab) => !tab.disabled);
    const at = usable.findIndex((tab) => tab.key === active);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }[event.key];
    const chosen = next === undefined ? undefined : usable[(next + usable.length) % usable.length];
    if (!chosen) return;
    event.preventDefault();
    onChange(chosen.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen.key)}"]`)?.focus();
  };
  const look = {
    underlined: [styles.underlinedTab, styles.underlinedActive],
    chips: [styles.chipTab, styles.chipActive],
    segments: [styles.segmentTab, styles.segmentActive],
  }[kind];
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={mergeClasses(styles.list, styles[kind], className)}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-key={tab.key}
            aria-selected={tab.key === active}
            {...(children !== undefined && tab.key === active && { 'aria-controls': `${id}-panel` })}
            tabIndex={tab.key === active ? 0 : -1}
            disabled={tab.disabled}
            className={mergeClasses(styles.tab, look[0], tab.key === active && look[1])}
            onClick={() => onChange(tab.key)}
          >
            <span className={styles.label} data-text={tab.label}>
              {tab.label}
            </span>
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
          {children}
        </div>
      )}
    </>
  );
}
