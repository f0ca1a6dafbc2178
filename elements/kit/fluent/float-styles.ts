import { makeStyles } from '@griffel/react';
import { tokens, type } from '../tokens.js';

/** Common styles of menus, pop-overs and tooltips: raised surface, one shadow, corner radius 8 px. */
export const useFloatStyles = makeStyles({
  surface: {
    backgroundColor: tokens.surface.raised,
    color: tokens.text.primary,
    boxShadow: tokens.shadow.float,
    filter: 'none',
    border: 'none',
    borderRadius: tokens.radius.popover,
    maxWidth: 'min(500px, calc(100vw - 16px))',
    ...type.control,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
});
