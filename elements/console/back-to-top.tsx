/** Renders a button that scrolls back to the top of a long page (spec 1 §4, §9); the button is hidden near the top. */
import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { IconButton } from '../kit/icon-button.js';
import { SortAscendingIcon } from '../kit/icons.js';
import { tokens, zIndex } from '../kit/tokens.js';
import { laterTexts } from './later-texts.js';

/** Scroll speed in px per ms (50 px every 5 ms in the specification). */
const pxPerMs = 10;
/** Tolerance in px, because browsers round scroll positions. */
const nearPx = 2;

const useStyles = makeStyles({
  // The button stays above the footer.
  root: {
    position: 'fixed',
    right: '16px',
    bottom: '48px',
    zIndex: zIndex.panelOverlay,
    borderRadius: '4px',
    boxShadow: tokens.shadow.float,
  },
});

export interface BackToTopProps {
  /** Called when the scrolling has reached the top, just before this button disappears. */
  readonly onTop: () => void;
}

export function BackToTop({ onTop }: BackToTopProps): ReactNode {
  const styles = useStyles();
  const [isFar, setFar] = useState(isFarDown);
  const [isGoing, setGoing] = useState(false);
  useEffect(() => {
    const look = (): void => setFar(isFarDown());
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const arrived = useEffectEvent(() => {
    setGoing(false);
    onTop();
  });
  useEffect(
    () =>
      isGoing
        ? goUp(
            () => arrived(),
            () => setGoing(false),
          )
        : undefined,
    [isGoing],
  );
  if (!isFar && !isGoing) return null;
  return (
    <div className={styles.root}>
      <IconButton
        appearance="secondary"
        label={laterTexts.backToTop}
        icon={<SortAscendingIcon />}
        placement="before"
        onClick={() => setGoing(true)}
      />
    </div>
  );
}

/** Returns true if the page is scrolled down by more than the height of the window. */
const isFarDown = (): boolean => window.scrollY > window.innerHeight;

/** Events by which the user scrolls; scrolling by the scroll bar is detected by the position of the page. */
const scrolling = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Scrolls to the top of the page step by step, or at once for users who prefer reduced motion.
 *
 * @param onTop called when the top is reached
 * @param onLeft called when the user scrolls or presses a key before that
 * @returns a function that stops scrolling
 */
function goUp(onTop: () => void, onLeft: () => void): () => void {
  const from = window.scrollY;
  let last = from;
  const begun = performance.now();
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const step = (now: number): void => {
    if (Math.abs(window.scrollY - last) > nearPx) return onLeft();
    const top = isStill ? 0 : Math.max(0, from - Math.max(0, now - begun) * pxPerMs);
    window.scrollTo({ top, behavior: 'instant' });
    last = top;
    if (top > 0) frame = requestAnimationFrame(step);
    else onTop();
  };
  let frame = requestAnimationFrame(step);
  for (const event of scrolling) window.addEventListener(event, onLeft, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    for (const event of scrolling) window.removeEventListener(event, onLeft);
  };
}
