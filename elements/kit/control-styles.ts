import { makeStyles } from '@griffel/react';
import { borderColor } from './border-color.js';
import { tokens, type } from './tokens.js';

/**
 * Frame of text inputs: `card` background, default border, strong bottom border; on focus the bottom border is 2 px in
 * brand colour; an error colours all borders. The native input inside has no border.
 */
export const useControlStyles = makeStyles({
  box: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    height: tokens.density.control,
    padding: '0 10px',
    backgroundColor: tokens.surface.card,
    border: `1px solid ${tokens.border.default}`,
    borderBottomColor: tokens.border.strong,
    borderRadius: tokens.radius.control,
    color: tokens.text.primary,
    ...type.control,
    transitionProperty: 'border-color',
    transitionDuration: tokens.duration.hover,
    ':hover': {
      ...borderColor(tokens.border.hover),
      borderBottomColor: tokens.border.strong,
    },
    ':focus-within': {
      borderBottomColor: tokens.selection.border,
      boxShadow: `inset 0 -1px 0 ${tokens.selection.border}`,
    },
    '@media (forced-colors: active)': { ':focus-within': { outline: '2px solid Highlight' } },
    '& > svg': { flexShrink: 0, fontSize: '16px', color: tokens.text.tertiary },
  },
  small: { height: '28px', ...type.body },
  multiline: { height: 'auto', alignItems: 'stretch', padding: '5px 10px' },
  invalid: {
    ...borderColor(tokens.status.danger.icon),
    ':hover': borderColor(tokens.status.danger.icon),
    ':focus-within': {
      ...borderColor(tokens.status.danger.icon),
      boxShadow: `inset 0 -1px 0 ${tokens.status.danger.icon}`,
    },
  },
  // The value stays legible, because a user who may not change it reads it here.
  disabled: {
    backgroundColor: tokens.surface.inset,
    ...borderColor(tokens.border.subtle),
    color: tokens.text.secondary,
    ':hover': borderColor(tokens.border.subtle),
  },
  input: {
    flexGrow: 1,
    width: '100%',
    minWidth: 0,
    alignSelf: 'stretch',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    outlineStyle: 'none',
    textOverflow: 'ellipsis',
    ':focus-visible': { outlineStyle: 'none' },
    // Browsers make the text of a disabled select translucent.
    ':disabled': { color: tokens.text.secondary, opacity: 1, cursor: 'default' },
    '::-webkit-search-cancel-button': { display: 'none' },
    '::-webkit-inner-spin-button': { opacity: 1 },
  },
  mono: { ...type.log },
  numeric: { fontVariantNumeric: 'tabular-nums' },
  glyph: { flexShrink: 0, lineHeight: 0, fontSize: '16px', color: tokens.status.danger.icon },
});
