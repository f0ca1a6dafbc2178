/** A button of the navigation bar and the panel of entries below it; Escape, a click outside or a chosen entry closes it. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../kit/icon-button.js';
import { ChevronDownIcon } from '../kit/icons.js';
import { tokens, type, zIndex } from '../kit/tokens.js';

const useStyles = makeStyles({
  root: { position: 'relative' },
  word: { display: 'flex', alignItems: 'stretch' },
  left: { right: 'auto', left: 0 },
  panel: {
    position: 'absolute',
    top: 'calc(100% + 6px)',
    right: 0,
    zIndex: zIndex.dropdown,
    minWidth: '220px',
    padding: '4px',
    borderRadius: '8px',
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.float,
    color: tokens.text.primary,
  },
  head: {
    ...type.body,
    padding: '8px 12px',
    marginBottom: '4px',
    borderBottom: `1px solid ${tokens.border.divider}`,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  entry: {
    ...type.control,
    display: 'flex',
    alignItems: 'center',
    columnGap: '10px',
    width: '100%',
    minHeight: '32px',
    padding: '4px 12px',
    borderRadius: '4px',
    textAlign: 'left',
    color: tokens.text.primary,
    textDecorationLine: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '-2px' },
    '& > svg': { fontSize: '16px', color: tokens.text.tertiary, flexShrink: 0 },
  },
  check: { marginLeft: 'auto', color: tokens.selection.text },
});

export interface DropDownEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Present: the entry is a switch. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly href?: string;
  readonly onSelect?: () => void;
  /** Stays open after a choice. */
  readonly keepOpen?: boolean;
}

interface DropDownProps {
  readonly label: string;
  /** Without an icon the button is its label, looking as the class says. */
  readonly icon?: ReactNode;
  readonly className?: string;
  readonly head?: ReactNode;
  readonly entries: readonly DropDownEntry[];
}

export function DropDown({ label, icon, className, head, entries }: DropDownProps) {
  const styles = useStyles();
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const items = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const outside = (event: Event) => {
      if (root.current && !event.composedPath().includes(root.current)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else if (to === undefined) return;
    else all[(to + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = (entry: DropDownEntry) => {
    entry.onSelect?.();
    if (!entry.keepOpen) close();
  };

  const control = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  } as const;
  return (
    <div className={mergeClasses(styles.root, icon === undefined && styles.word)} ref={root}>
      {icon === undefined ? (
        <button type="button" className={className} {...control}>
          {label}
          <ChevronDownIcon />
        </button>
      ) : (
        <IconButton label={label} icon={icon} {...control} />
      )}
      {open && (
        <div className={mergeClasses(styles.panel, icon === undefined && styles.left)} ref={panel} onKeyDown={keys}>
          {head && <div className={styles.head}>{head}</div>}
          <div id={id} role="menu" aria-label={label}>
            {entries.map((entry) =>
              entry.href !== undefined ? (
                <a
                  key={entry.label}
                  role="menuitem"
                  className={styles.entry}
                  href={entry.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  onClick={() => setOpen(false)}
                >
                  {entry.icon}
                  {entry.label}
                </a>
              ) : (
                <button
                  key={entry.label}
                  type="button"
                  role={entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                  aria-checked={entry.checked}
                  className={styles.entry}
                  disabled={entry.disabled}
                  onClick={() => choose(entry)}
                >
                  {entry.icon}
                  {entry.label}
                  {entry.checked && <span className={styles.check}>✓</span>}
                </button>
              ),
            )}
          </div>
        </div>
      )}
    </div>
  );
}
