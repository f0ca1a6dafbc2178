/** Contains the styles of the drag handles of rules and stages. */
import { makeStyles } from '@griffel/react';
import { focusRing, tokens } from '../../kit/tokens.js';

export const useHandleStyles = makeStyles({
  handle: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '28px',
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '16px',
    cursor: 'grab',
    touchAction: 'none',
    ':hover': { color: tokens.text.primary, backgroundColor: tokens.surface.hover },
    ':active': { cursor: 'grabbing' },
    ':focus-visible': focusRing,
  },
});
