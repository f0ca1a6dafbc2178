/**
 * Renders a field for the shortest and the longest lifetime of messages: a slider with a handle for each, or with one
 * handle if the server fixes their difference, and inputs for the numbers.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { Field } from '../../kit/field.js';
import { NumberInput } from '../../kit/number-input.js';
import { container, tokens } from '../../kit/tokens.js';
import { endAfter, endFor, moved, type Lifetime, type LifetimeBounds } from './lifetime.js';
import { texts } from './texts.js';

const { form: words } = texts;

const thumbPx = 20;
const thumb = {
  boxSizing: 'border-box',
  width: `${thumbPx}px`,
  height: `${thumbPx}px`,
  border: `2px solid ${tokens.surface.card}`,
  borderRadius: '50%',
  backgroundColor: tokens.brand.solid,
  cursor: 'pointer',
  outline: '2px solid var(--lc-ring, transparent)',
  outlineOffset: '1px',
  // The two range inputs overlap; only their handles receive pointer events.
  pointerEvents: 'auto',
} as const;

const useStyles = makeStyles({
  slider: { position: 'relative', height: `${thumbPx}px`, margin: '4px 0 8px' },
  track: {
    position: 'absolute',
    inset: '8px 0',
    borderRadius: '2px',
    // The track is drawn by these styles, because the browser's own track is white in dark themes.
    backgroundImage: `linear-gradient(to right, ${tokens.border.default} var(--lc-from), ${tokens.brand.solid} var(--lc-from) var(--lc-to), ${tokens.border.default} var(--lc-to))`,
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
  },
  handle: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    appearance: 'none',
    backgroundColor: 'transparent',
    pointerEvents: 'none',
    outlineStyle: 'none',
    ':focus-visible': { '--lc-ring': tokens.focus.outer },
    '::-webkit-slider-thumb': { ...thumb, appearance: 'none' },
    '::-moz-range-thumb': thumb,
  },
  above: { zIndex: 1 },
  bound: { color: tokens.text.tertiary, whiteSpace: 'nowrap' },
  numbers: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '8px',
    alignItems: 'start',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

export interface LifetimeFieldProps {
  readonly lifetime: Lifetime;
  readonly bounds: LifetimeBounds;
  readonly error: string | undefined;
  readonly onChange: (lifetime: Lifetime) => void;
}

export function LifetimeField({ lifetime, bounds, error, onChange }: LifetimeFieldProps): ReactNode {
  const styles = useStyles();
  const { min, max } = lifetime;
  const { longest, leeway } = bounds;
  const [ownEnd, setEnd] = useState(endAfter(max));
  const end = longest ?? Math.max(ownEnd, endFor(max));
  const settle = (): void => setEnd(endAfter(max));
  const handles = leeway === undefined ? (['min', 'max'] as const) : (['min'] as const);
  const first = leeway === undefined ? min : 1;
  const last = leeway === undefined ? max : min;
  const style = { '--lc-from': placeOf(first, end), '--lc-to': placeOf(last, end) };
  return (
    <Field
      label={words.lifetime}
      required
      group
      error={error}
      {...(leeway !== undefined && { help: words.leeway(max) })}
    >
      <div className={styles.slider} style={style}>
        <div className={styles.track} />
        {handles.map((handle) => (
          <input
            key={handle}
            type="range"
            className={mergeClasses(styles.handle, handle === 'min' && min > end / 2 && styles.above)}
            aria-label={words.handles[handle]}
            aria-valuetext={words.days(lifetime[handle])}
            min={1}
            max={leeway === undefined ? end : Math.max(1, end - leeway)}
            step={1}
            value={lifetime[handle]}
            onChange={(event) => onChange(moved(lifetime, handle, Number(event.target.value), bounds))}
            onPointerUp={settle}
            onKeyUp={settle}
          />
        ))}
      </div>
      <div className={styles.numbers}>
        {handles.map((handle) => (
          <NumberInput
            key={handle}
            before={<span className={styles.bound}>{words.bounds[handle]}</span>}
            min={1}
            max={longest}
            aria-label={handle === 'min' ? words.lifetimeMin : words.lifetimeMax}
            aria-required
            invalid={error !== undefined}
            value={lifetime[handle] > 0 ? lifetime[handle] : undefined}
            onChange={(days) => onChange(typed(lifetime, handle, days ?? 0, bounds))}
          />
        ))}
      </div>
    </Field>
  );
}

/**
 * Returns the lifetimes after the user has typed a number. Without a fixed difference the typed number may be invalid;
 * the field then shows an error.
 */
const typed = (lifetime: Lifetime, handle: keyof Lifetime, days: number, bounds: LifetimeBounds): Lifetime =>
  bounds.leeway === undefined ? { ...lifetime, [handle]: days } : moved(lifetime, handle, days, bounds);

/** Returns the position of a handle's centre on the track as a CSS length. */
function placeOf(days: number, end: number): string {
  const part = Math.min(1, Math.max(0, (days - 1) / Math.max(1, end - 1)));
  return `calc(${thumbPx / 2}px + ${part} * (100% - ${thumbPx}px))`;
}
