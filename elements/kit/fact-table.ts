/** Styles of a table of facts without sorting and paging; on narrow widths it becomes a list. */
import { makeStyles } from '@griffel/react';
import { container, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '6px 8px', textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& th': { color: tokens.text.secondary, ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & td': { display: 'block' },
      '& td': { padding: '2px 0' },
      '& tr': { padding: '6px 0' },
    },
  },
});

/** @returns class name of the table */
export const useFactTable = (): string => useStyles().table;
