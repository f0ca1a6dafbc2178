/**
 * Unsaved changes are not lost without a question (spec 1 §2 "Unsaved-changes guard"): in the console on every change of the
 * page, the back button included; everywhere when the window closes or loads another address.
 */
import { createContext, useContext, useEffect, useRef } from 'react';
import { useConfirm } from './feedback.js';
import { kitTexts } from './texts.js';

export interface LeaveBlocker {
  /** Asked at the very moment of leaving. */
  readonly isDirty: () => boolean;
  /** Asks the person; true: leave. */
  readonly ask: () => Promise<boolean>;
  /** Going back in the browser would be leaving it though the page stays: an editor that is an entry of the history. */
  readonly inPage?: boolean;
}

/** Owner of the address; without one only closing the window is guarded. */
export interface LeaveGate {
  /** Returns the function that takes the blocker away. */
  block(blocker: LeaveBlocker): () => void;
}

export const LeaveGateContext = createContext<LeaveGate | undefined>(undefined);

export interface LeaveQuestion {
  readonly title?: string;
  readonly text?: string;
  /** See LeaveBlocker. */
  readonly inPage?: boolean;
}

/** @param isDirty whether something would be lost; called at the moment of leaving, so read the newest state in it */
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
