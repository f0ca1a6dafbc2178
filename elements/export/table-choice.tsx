import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ExportTable } from '../../machines/export.js';
import { ChevronRightIcon, TableIcon } from '../kit/icons.js';
import { focusRing, space, tokens, type } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.text.secondary, ...type.body },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
    overflow: 'hidden',
    '& > li + li': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  table: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    width: '100%',
    minHeight: '40px',
    padding: `0 ${space.xl}px`,
    border: 'none',
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
    textAlign: 'left',
    cursor: 'pointer',
    ...type.control,
    '& > svg': { flexShrink: 0, fontSize: '16px', color: tokens.text.tertiary },
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  title: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  total: { color: tokens.text.tertiary, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', ...type.caption },
});

export interface TableChoiceProps {
  readonly tables: readonly ExportTable[];
  readonly onChoose: (widgetId: string) => void;
}

/** Selects one of several message tables. */
export function TableChoice({ tables, onChoose }: TableChoiceProps): ReactNode {
  const styles = useStyles();
  return (
    <>
      <p className={styles.text}>{texts.choose}</p>
      <ul className={styles.list} aria-label={texts.tables}>
        {tables.map(({ widgetId, title, total }) => (
          <li key={widgetId}>
            <button type="button" className={styles.table} onClick={() => onChoose(widgetId)}>
              <TableIcon />
              <span className={styles.title}>{title}</span>
              {total !== undefined && <span className={styles.total}>{texts.messages(total)}</span>}
              <ChevronRightIcon />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
