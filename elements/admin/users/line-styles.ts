/** Contains the styles for lists of sessions and tokens. */
import { makeStyles } from '@griffel/react';
import { tokens, type } from '../../kit/tokens.js';

export const useLineStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
    ...type.body,
  },
  text: { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  facts: { color: tokens.text.secondary },
});
