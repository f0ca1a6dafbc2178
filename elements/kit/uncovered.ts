import type { GriffelStyle } from '@griffel/react';

/**
 * Returns the style of a container in which sticky bars cover the edges of the scrolled area: a control inside the
 * container that gets the focus is scrolled out from under the bars (WCAG 2.2, 2.4.11 "Focus Not Obscured").
 *
 * @param bars heights of the bars as CSS lengths
 */
export const uncovered = (bars: { readonly top?: string; readonly bottom?: string }): GriffelStyle => ({
  '& :is(a, button, input, select, textarea, summary, [tabindex], [contenteditable])': {
    ...(bars.top !== undefined && { scrollMarginTop: `calc(${bars.top} + 4px)` }),
    ...(bars.bottom !== undefined && { scrollMarginBottom: `calc(${bars.bottom} + 4px)` }),
  },
});
