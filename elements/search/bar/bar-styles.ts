/** The controls of the search bar share border, height and focus style. */
import { makeStyles } from '@griffel/react';
import { container, focusRing, radius, space, tokens, type } from '../../kit/tokens.js';

export const useBarStyles = makeStyles({
  /** Frame around a group of buttons. */
  frame: {
    display: 'flex',
    alignItems: 'stretch',
    boxSizing: 'border-box',
    minWidth: 0,
    minHeight: tokens.density.control,
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.card,
    ':hover': {
      borderTopColor: tokens.border.hover,
      borderRightColor: tokens.border.hover,
      borderBottomColor: tokens.border.hover,
      borderLeftColor: tokens.border.hover,
    },
  },
  /** The frame does not shrink, so that its buttons stay visible. */
  whole: { flexShrink: 0 },
  /** Frames that contain text have the strong bottom border of inputs. */
  input: {
    borderBottomColor: tokens.border.strong,
    ':hover': { borderBottomColor: tokens.border.strong },
    ':focus-within': {
      borderBottomColor: tokens.selection.border,
      boxShadow: `inset 0 -1px 0 ${tokens.selection.border}`,
    },
  },
  open: {
    borderTopColor: tokens.selection.border,
    borderRightColor: tokens.selection.border,
    borderBottomColor: tokens.selection.border,
    borderLeftColor: tokens.selection.border,
  },
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: `${space.s}px`,
    minWidth: 0,
    padding: `0 ${space.l}px`,
    border: 'none',
    borderRadius: `${radius.control - 1}px`,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    fontFamily: 'inherit',
    ...type.control,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '& > svg': { flexShrink: 0, fontSize: '20px' },
    ':hover': { backgroundColor: tokens.surface.hover },
    ':active': { backgroundColor: tokens.surface.pressed },
    ':focus-visible': { ...focusRing, zIndex: 1 },
    ':disabled': { color: tokens.text.disabled, backgroundColor: tokens.surface.inset, cursor: 'not-allowed' },
    '&[aria-disabled=true]': { color: tokens.text.disabled, backgroundColor: 'transparent', cursor: 'not-allowed' },
  },
  /** Icon button, as wide as high. */
  icon: { justifyContent: 'center', padding: 0, width: '30px', flexShrink: 0 },
  /** Size of the caret at the end of a button. */
  caret: { '& > svg:last-child': { fontSize: '16px' } },
  /** When space is tight, only the caret is shown. */
  narrowCaret: { [container.compact]: { justifyContent: 'center', width: '24px', padding: 0 } },
  divided: { borderLeft: `1px solid ${tokens.border.default}`, borderTopLeftRadius: 0, borderBottomLeftRadius: 0 },
  strong: { color: tokens.text.primary, fontWeight: 600 },
  /** Hidden when space is tight. */
  wideOnly: { [container.medium]: { display: 'none' } },
  phoneHidden: { [container.compact]: { display: 'none' } },
  phoneOnly: { display: 'none', [container.compact]: { display: 'inline-flex' } },
});
