import type { ReactNode, RefObject } from 'react';
import { useTableStyles } from './table-styles.js';

export interface StillSheetProps {
  /** Receives the element whose height the table and the label share. */
  readonly sheet: RefObject<HTMLDivElement | null>;
  /** Text about the rows and columns that have no room; empty if all of them have room. */
  readonly hiddenText: string;
  readonly children: ReactNode;
}

/** Renders a table of a wall display, which cannot be scrolled, with a label below it for what has no room. */
export function StillSheet({ sheet, hiddenText, children }: StillSheetProps) {
  const styles = useTableStyles();
  return (
    <div ref={sheet} className={styles.sheet}>
      {children}
      {hiddenText && (
        <div className={styles.hidden} title={hiddenText}>
          {hiddenText}
        </div>
      )}
    </div>
  );
}
