/** Contains the styles of the small tables on the configurations page. */
import { makeStyles } from '@griffel/react';
import { container, tokens, type } from '../../kit/tokens.js';

export const useTableStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '7px 8px', textAlign: 'start', verticalAlign: 'baseline', overflowWrap: 'anywhere' },
    '& thead th': { color: tokens.text.secondary, ...type.overline },
    '& tbody th': { fontWeight: 400 },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  /** On narrow screens the table becomes a list. */
  folds: {
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & th, & td': { display: 'block' },
      '& th, & td': { padding: '2px 0' },
      '& tr': { padding: '8px 0' },
    },
  },
  place: { width: '40px', color: tokens.text.secondary, fontVariantNumeric: 'tabular-nums' },
  mono: { ...type.logSmall },
  off: { color: tokens.text.secondary },
});
