/** Renders a colour swatch; if the colour can be changed, a click on the swatch opens the available colours. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { ColorPicker } from './color-picker.js';
import { highlightColors } from './palettes.js';
import { Popover } from './popover.js';
import { focusRing, tokens } from './tokens.js';

const useStyles = makeStyles({
  swatch: {
    flexShrink: 0,
    width: '20px',
    height: '20px',
    padding: 0,
    borderRadius: tokens.radius.control,
    border: `1px solid ${tokens.border.default}`,
    backgroundColor: 'transparent',
    forcedColorAdjust: 'none',
    ':focus-visible': focusRing,
  },
  /** A slash marks a missing colour. */
  none: {
    backgroundImage: `linear-gradient(to top left, transparent calc(50% - 1px), ${tokens.border.strong} calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))`,
  },
});

export interface ColorSwatchProps {
  /** Accessible name of the swatch, such as the name of the coloured item. */
  readonly label: string;
  /** Selected colour as #rrggbb; undefined: no colour is selected. */
  readonly color: string | undefined;
  /** Displayed colour; absent: the selected colour. */
  readonly shown?: string | undefined;
  /** Called with a new colour; absent when the colour can only be viewed. */
  readonly onColor?: ((color: string) => void) | undefined;
}

export function ColorSwatch({ label, color, shown = color, onColor }: ColorSwatchProps): ReactNode {
  const styles = useStyles();
  const look = {
    className: mergeClasses(styles.swatch, shown === undefined && styles.none),
    ...(shown !== undefined && { style: { backgroundColor: shown } }),
  };
  if (!onColor) return <span role="img" aria-label={label} {...look} />;
  return (
    <Popover label={label} trapFocus trigger={<button type="button" aria-label={label} title={label} {...look} />}>
      {() => <ColorPicker label={label} colors={highlightColors} value={color} onChange={onColor} />}
    </Popover>
  );
}
