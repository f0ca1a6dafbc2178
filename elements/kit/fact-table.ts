/**
 * Styles of a table of facts without sorting and paging. On narrow widths it becomes a list without a header: a cell
 * whose meaning is unclear then carries its column's title in `data-label`. A cell with `data-short` holds one short
 * word, which is never broken.
 */
import { makeStyles } from '@griffel/react';
import { container, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '6px 8px', textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& th': { color: tokens.text.secondary, overflowWrap: 'normal', ...type.overline },
    '& td[data-short]': { overflowWrap: 'normal', whiteSpace: 'nowrap' },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & td': { display: 'block' },
      '& td': { padding: '2px 0' },
      '& tr': { padding: '6px 0' },
      '& td[data-label]::before': { content: 'attr(data-label) ": "', color: tokens.text.secondary },
    },
  },
});

/** @returns class name of the table */
export const useFactTable = (): string => useStyles().table;
