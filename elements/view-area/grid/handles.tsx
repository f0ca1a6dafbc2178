import { makeStyles, mergeClasses } from '@griffel/react';
import type { PointerEvent } from 'react';
import { HandleIcon } from '../../kit/icons.js';
import { tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';

interface Start {
  readonly clientX: number;
  readonly clientY: number;
}

const useStyles = makeStyles({
  /** The handle is hidden where the layout cannot be changed: `--lc-grid-moves` is `none` on narrow screens. */
  handle: {
    display: 'var(--lc-grid-moves, flex)',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '16px',
    height: '28px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '16px',
    lineHeight: 0,
    cursor: 'grab',
    touchAction: 'none',
    ':hover': { color: tokens.text.primary },
    ':active': { cursor: 'grabbing' },
  },
  corner: {
    display: 'var(--lc-grid-moves, block)',
    position: 'absolute',
    right: 0,
    bottom: 0,
    width: '16px',
    height: '16px',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    cursor: 'nwse-resize',
    touchAction: 'none',
    opacity: 0,
    '[data-widget]:hover > &': { opacity: 1 },
    '::after': {
      content: '""',
      position: 'absolute',
      right: '4px',
      bottom: '4px',
      width: '6px',
      height: '6px',
      borderRight: `2px solid ${tokens.border.strong}`,
      borderBottom: `2px solid ${tokens.border.strong}`,
      borderBottomRightRadius: '2px',
    },
  },
});

const gripOf = (onGrip: (start: Start) => void) => (event: PointerEvent) => {
  if (event.button !== 0) return;
  // Dragging must not select text. (`touchAction` in the styles prevents scrolling by touch.)
  event.preventDefault();
  onGrip({ clientX: event.clientX, clientY: event.clientY });
};

export interface MoveHandleProps {
  readonly title: string;
  readonly hintId: string;
  readonly onGrip: (start: Start) => void;
  /** Called for an arrow key; `resize` is true with Shift. */
  readonly onKey: (key: string, resize: boolean) => void;
}

export function MoveHandle({ title, hintId, onGrip, onKey }: MoveHandleProps) {
  const styles = useStyles();
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={texts.grid.move(title)}
      aria-describedby={hintId}
      title={texts.grid.moveHint}
      onPointerDown={gripOf(onGrip)}
      onKeyDown={(event) => {
        if (!event.key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onKey(event.key, event.shiftKey);
      }}
    >
      <HandleIcon />
    </button>
  );
}

/** Renders a resize handle for the pointer; keyboard users resize with Shift and the arrow keys on the move handle. */
export function ResizeHandle({ onGrip }: { readonly onGrip: (start: Start) => void }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.corner, 'lc-resize')} aria-hidden="true" onPointerDown={gripOf(onGrip)} />
  );
}
