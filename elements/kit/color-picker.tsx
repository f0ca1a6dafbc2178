import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { textColorOn } from './color-contrast.js';
import { CheckFilledIcon } from './icons.js';
import type { PaletteColor } from './palettes.js';
import { focusRing, tokens } from './tokens.js';

const huesPerRow = 10;
const cellPx = 20;
const gapPx = 4;
const shadeNames = ['darkest', 'dark', '', 'light', 'lightest'] as const;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '10px' },
  block: { display: 'grid', gridAutoRows: `${cellPx}px`, gap: `${gapPx}px` },
  cell: {
    display: 'grid',
    placeItems: 'center',
    width: `${cellPx}px`,
    height: `${cellPx}px`,
    padding: 0,
    border: `1px solid ${tokens.border.default}`,
    borderRadius: '3px',
    fontSize: '14px',
    forcedColorAdjust: 'none',
    ':hover': { transform: 'scale(1.15)' },
    ':focus-visible': focusRing,
    '@media (prefers-reduced-motion: reduce)': { ':hover': { transform: 'none' } },
  },
  chosen: { outline: `2px solid ${tokens.text.primary}`, outlineOffset: '1px' },
});

export interface ColorPickerProps {
  /** Accessible name of the picker. */
  readonly label: string;
  /** Colours from `palettes.ts`; each hue becomes a column. */
  readonly colors: readonly PaletteColor[];
  /** Selected colour as #rrggbb; no swatch is selected for a colour that is not offered. */
  readonly value: string | undefined;
  readonly onChange: (color: string) => void;
}

/** Returns the accessible name of a colour, which consists of its shade and hue. */
const colorName = ({ hue, shade }: PaletteColor): string =>
  [shadeNames[shade] ?? '', hue].filter((word) => word !== '').join(' ');

/** Renders a grid of colour swatches for a pop-over or a form; the arrow keys move to another colour and select it. */
export function ColorPicker({ label, colors, value, onChange }: ColorPickerProps): ReactNode {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const hues = [...new Set(colors.map(({ hue }) => hue))];
  const blocks: PaletteColor[][] = [];
  for (let at = 0; at < hues.length; at += huesPerRow) {
    const own = hues.slice(at, at + huesPerRow);
    blocks.push(
      colors
        .filter(({ hue }) => own.includes(hue))
        .sort((a, b) => a.shade - b.shade || own.indexOf(a.hue) - own.indexOf(b.hue)),
    );
  }
  const inOrder = blocks.flat();
  const chosen = inOrder.findIndex(({ color }) => color.toLowerCase() === value?.toLowerCase());

  const moved = (event: KeyboardEvent, index: number) => {
    const columns = Math.min(huesPerRow, hues.length);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = inOrder[index + step];
    if (!next) return;
    onChange(next.color);
    root.current?.querySelector<HTMLElement>(`[data-color="${CSS.escape(next.color)}"]`)?.focus();
  };

  return (
    <div ref={root} role="radiogroup" aria-label={label} className={styles.root}>
      {blocks.map((block) => (
        <div
          key={block[0]?.color}
          role="presentation"
          className={styles.block}
          style={{ gridTemplateColumns: `repeat(${Math.min(huesPerRow, hues.length)}, ${cellPx}px)` }}
        >
          {block.map((one) => {
            const own = inOrder.indexOf(one);
            const isChosen = own === chosen;
            return (
              <button
                key={one.color}
                type="button"
                role="radio"
                aria-checked={isChosen}
                aria-label={colorName(one)}
                title={colorName(one)}
                data-color={one.color}
                tabIndex={own === Math.max(0, chosen) ? 0 : -1}
                className={mergeClasses(styles.cell, isChosen && styles.chosen)}
                style={{ backgroundColor: one.color, color: textColorOn(one.color) }}
                onClick={() => onChange(one.color)}
                onKeyDown={(event) => moved(event, own)}
              >
                {isChosen && <CheckFilledIcon />}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
