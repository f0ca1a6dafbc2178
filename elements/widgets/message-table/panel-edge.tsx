import { makeStyles } from '@griffel/react';
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { tokens } from '../../kit/tokens.js';
import { largestPanel, panelWidth, smallestPanelPx, usualPanelPx } from './detail-place.js';
import { laterTableTexts } from './later-table-texts.js';

export interface PanelEdgeProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly panelId: string;
  /** Width of the panel in px. */
  readonly width: number;
  /** Width in px of table and panel together. */
  readonly room: number;
  readonly onWidth: (width: number) => void;
  /** Called when the user presses Escape, unless the edge is being dragged, which Escape cancels. */
  readonly onClose: () => void;
}

const keyStepPx = 16;

const useStyles = makeStyles({
  /** The edge is wider than its visible line, so that it is easy to grab. */
  edge: {
    position: 'absolute',
    zIndex: 4,
    top: 0,
    bottom: 0,
    left: '-5px',
    width: '9px',
    cursor: 'col-resize',
    touchAction: 'none',
    '::after': { content: '""', position: 'absolute', left: '3px', top: 0, bottom: 0, width: '3px' },
    ':hover::after': { backgroundColor: tokens.brand.solid },
    ':active::after': { backgroundColor: tokens.brand.solid },
    ':focus-visible::after': {
      backgroundColor: tokens.brand.solid,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
    ':focus-visible': { outlineStyle: 'none', boxShadow: 'none' },
  },
});

/**
 * Renders the edge between table and panel, which sets the width of the panel. Users drag it or press the arrow keys.
 * Home and End set the largest and the smallest width; a double click or Enter sets the default width.
 */
export function PanelEdge({ panel, panelId, width, room, onWidth, onClose }: PanelEdgeProps) {
  const styles = useStyles();
  const drag = useRef<{ readonly x: number; readonly from: number; width: number } | undefined>(undefined);
  const show = (px: number): void => panel.current?.style.setProperty('width', `${px}px`);
  const end = (isReported: boolean): void => {
    const was = drag.current;
    drag.current = undefined;
    if (!was) return;
    if (isReported && was.width !== was.from) onWidth(was.width);
    else show(was.from);
  };
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (drag.current) end(false);
      else onClose();
      return;
    }
    const wanted = {
      ArrowLeft: width + keyStepPx,
      ArrowRight: width - keyStepPx,
      Home: largestPanel(room),
      End: smallestPanelPx,
      Enter: usualPanelPx,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    onWidth(panelWidth(wanted, room));
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={laterTableTexts.panelWidth}
      aria-controls={panelId}
      aria-valuenow={width}
      aria-valuemin={smallestPanelPx}
      aria-valuemax={largestPanel(room)}
      tabIndex={0}
      title={laterTableTexts.panelWidthHint}
      className={styles.edge}
      onKeyDown={keys}
      onDoubleClick={() => onWidth(panelWidth(usualPanelPx, room))}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, from: width, width };
      }}
      onPointerMove={({ clientX }) => {
        const own = drag.current;
        if (!own) return;
        own.width = panelWidth(own.from + own.x - clientX, room);
        show(own.width);
      }}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    />
  );
}
