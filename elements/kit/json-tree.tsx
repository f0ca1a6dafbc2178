import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { ChevronDownIcon, ChevronRightIcon } from './icons.js';
import { contentTokens } from './content-tokens.js';
import { tokens } from './tokens.js';
import { shortText } from './short-text.js';

export interface JsonTreeProps {
  readonly value: object;
  /** Number of levels that are initially expanded. */
  readonly openLevels?: number;
}

const texts = {
  items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
  keys: (count: number) => `${count} ${count === 1 ? 'key' : 'keys'}`,
  showMore: (count: number) => `Show ${count} more`,
};

/** Number of entries of a level that are shown at first, and added by each press of the button. */
const pageSize = 100;
/** Number of UTF-16 units to which a text is cut. */
const textLimit = 2000;

const useStyles = makeStyles({
  tree: { overflowWrap: 'anywhere' },
  children: { paddingLeft: '18px', borderLeft: `1px solid ${tokens.border.divider}`, marginLeft: '7px' },
  toggle: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
    padding: 0,
    border: 'none',
    borderRadius: '2px',
    backgroundColor: 'transparent',
    textAlign: 'left',
    color: 'inherit',
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  chevron: { display: 'inline-flex', fontSize: '14px', width: '14px', color: tokens.text.tertiary },
  leaf: { paddingLeft: '16px' },
  name: { color: contentTokens.syntax.field },
  string: { color: contentTokens.syntax.string, whiteSpace: 'pre-wrap' },
  number: { color: contentTokens.syntax.number },
  word: { color: contentTokens.syntax.keyword },
  count: { color: tokens.text.tertiary, paddingLeft: '6px' },
});

/**
 * Renders a tree view of an object or array that the user expands level by level. A level shows 100 entries at first,
 * and 100 more with each press of a button.
 */
export function JsonTree({ value, openLevels = 1 }: JsonTreeProps) {
  const styles = useStyles();
  return (
    <div className={styles.tree}>
      <Branch value={value} openLevels={openLevels} />
    </div>
  );
}

function Branch({ name, value, openLevels }: { name?: string; value: object; openLevels: number }) {
  const styles = useStyles();
  const [open, setOpen] = useState(openLevels > 0);
  const [shown, setShown] = useState(pageSize);
  const entries = Object.entries(value);
  const isArray = Array.isArray(value);
  const count = isArray ? texts.items(entries.length) : texts.keys(entries.length);
  return (
    <div>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.chevron}>{open ? <ChevronDownIcon /> : <ChevronRightIcon />}</span>
        <span>
          {name !== undefined && <span className={styles.name}>{name}: </span>}
          {isArray ? '[ ]' : '{ }'}
          <span className={styles.count}>{count}</span>
        </span>
      </button>
      {open && (
        <div className={styles.children}>
          {entries.slice(0, shown).map(([key, inner]) => (
            <Entry key={key} name={key} value={inner} openLevels={openLevels - 1} />
          ))}
          {entries.length > shown && (
            <Button size="small" appearance="subtle" onClick={() => setShown(shown + pageSize)}>
              {texts.showMore(Math.min(pageSize, entries.length - shown))}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Entry({ name, value, openLevels }: { name: string; value: unknown; openLevels: number }) {
  const styles = useStyles();
  if (typeof value === 'object' && value !== null) return <Branch name={name} value={value} openLevels={openLevels} />;
  return (
    <div className={styles.leaf}>
      <span className={styles.name}>{name}: </span>
      <Scalar value={value} />
    </div>
  );
}

function Scalar({ value }: { readonly value: unknown }): ReactNode {
  const styles = useStyles();
  if (typeof value === 'string') {
    const { text, shortened } = shortText(value, textLimit);
    return (
      <span className={styles.string}>
        &quot;{text}
        {shortened && '…'}&quot;
      </span>
    );
  }
  const number = typeof value === 'number' || typeof value === 'bigint';
  return <span className={mergeClasses(number ? styles.number : styles.word)}>{String(value)}</span>;
}
