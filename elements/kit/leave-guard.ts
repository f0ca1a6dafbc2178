/**
 * Asks before unsaved changes are lost (spec 1 §2 "Unsaved-changes guard"): in the console on every change of the page
 * including the Back button; everywhere when the window closes or loads another address.
 */
import { createContext, useContext, useEffect, useRef } from 'react';
import { useConfirm } from './feedback.js';
import { kitTexts } from './texts.js';

export interface LeaveBlocker {
  /** Called at the moment of leaving. */
  readonly isDirty: () => boolean;
  /** Asks the user; true: leave. */
  readonly ask: () => Promise<boolean>;
  /**
   * True if the browser's Back would lose the changes although the page stays: an editor with its own history entry.
   */
  readonly inPage?: boolean;
}

/** Owner of the address; without a gate only closing the window is guarded. */
export interface LeaveGate {
  /**
   * Registers a blocker.
   * @returns a function that removes it
   */
  block(blocker: LeaveBlocker): () => void;
}

export const LeaveGateContext = createContext<LeaveGate | undefined>(undefined);

export interface LeaveQuestion {
  readonly title?: string;
  readonly text?: string;
  /** Same as in LeaveBlocker. */
  readonly inPage?: boolean;
}

/**
 * @param isDirty tells whether changes would be lost; called at the moment of leaving, so read the latest state in it
 */
export function useLeaveGuard(isDirty: () => boolean, question: LeaveQuestion = {}): void {
  const { inPage = false } = question;
  const gate = useContext(LeaveGateContext);
  const confirm = useConfirm();
  const latest = useRef({ isDirty, question, confirm });
  useEffect(() => {
    latest.current = { isDirty, question, confirm };
  });
  useEffect(() => {
    const dirty = (): boolean => latest.current.isDirty();
    const ask = (): Promise<boolean> => {
      const { title = kitTexts.areYouSure, text } = latest.current.question;
      return latest.current.confirm({
        title,
        ...(text !== undefined && { text }),
        confirm: kitTexts.leave,
        cancel: kitTexts.stay,
        danger: true,
      });
    };
    const unload = (event: BeforeUnloadEvent): void => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', unload);
    const unblock = gate?.block({ isDirty: dirty, ask, inPage });
    return () => {
      window.removeEventListener('beforeunload', unload);
      unblock?.();
    };
  }, [gate, inPage]);
}
