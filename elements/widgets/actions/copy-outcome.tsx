import { makeStyles } from '@griffel/react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { tokens, type } from '../../kit/tokens.js';

export interface CopyOutcomeProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly text: string;
}

const useStyles = makeStyles({
  note: {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: '4px 8px',
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inverse,
    color: tokens.text.onInverse,
    boxShadow: tokens.shadow.float,
    pointerEvents: 'none',
    ...type.caption,
  },
});

/** Shows briefly beside the copied content whether copying worked. */
export function CopyOutcome({ anchor, text }: CopyOutcomeProps) {
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = element.current;
    const box = anchor.current?.getBoundingClientRect();
    if (!own || !box) return;
    own.showPopover();
    own.style.left = `${Math.max(8, Math.min(box.left, innerWidth - own.offsetWidth - 8))}px`;
    own.style.top = `${Math.max(8, box.top - own.offsetHeight - 4)}px`;
  }, [anchor, text]);
  return (
    <div ref={element} popover="manual" role="status" className={styles.note}>
      {text}
    </div>
  );
}
