/**
 * Contains the styles of a table of facts without sorting and paging. A narrow table becomes a list without header, in
 * which a cell shows the title of its column if the cell has it in `data-label`. A cell with `data-short` contains a
 * short word, which is never broken. The first lines of the cells of a row are aligned, also beside a button or a
 * badge.
 */
import { makeStyles } from '@griffel/react';
import { container, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '6px 8px', textAlign: 'start', verticalAlign: 'baseline' },
    '& th': { color: tokens.text.secondary, overflowWrap: 'normal', ...type.overline },
    // `th` and `td` have one rule each for `overflowWrap`. If a cell matched two rules of equal specificity, it would
    // be undefined which of them applies, because the style library does not keep their order.
    '& td': { overflowWrap: 'anywhere' },
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

/** Returns the class name of a table of facts. */
export const useFactTable = (): string => useStyles().table;
