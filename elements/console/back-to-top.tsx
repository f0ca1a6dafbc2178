/** The way back up on a long page (spec 1 §4, §9); not there while the beginning of the page is near. */
import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { IconButton } from '../kit/icon-button.js';
import { SortAscendingIcon } from '../kit/icons.js';
import { tokens, zIndex } from '../kit/tokens.js';
import { laterTexts } from './later-texts.js';

/** 50 px every 5 ms. */
const pxPerMs = 10;
/** Browsers round. */
const nearPx = 2;

const useStyles = makeStyles({
  // Above the footer.
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
  /** The page is at its beginning again, and this button about to go. */
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

/** More than what the window shows lies above. */
const isFarDown = (): boolean => window.scrollY > window.innerHeight;

/** Events of scrolling by a person; other movements of the page are recognised by its position. */
const scrolling = ['wheel', 'touchmove', 'keydown'] as const;

/** Step by step, at once for those who do not want motion. @param onLeft somebody wants to be elsewhere @returns how to stop */
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
