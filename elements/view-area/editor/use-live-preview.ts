/**
 * Updates the live preview of an editor. The user's choice whether the preview is live is stored in this browser; it is
 * live by default.
 */
import { useEffect, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../../kit/local-store.js';

const key = 'log-console.live-preview';
/** Pause in ms after the last change of the form, so that typing does not run a search for each letter. */
export const livePreviewPauseMs = 700;

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export interface LivePreview {
  readonly wanted: boolean;
  readonly onWanted: (wanted: boolean) => void;
}

/**
 * Updates the preview of an editor after a pause in editing, if the user wants a live preview.
 *
 * @param form each new form begins a new pause
 * @param ready true if the preview can be updated: the form is valid and has changed, and no update is running
 * @param update called after the pause
 */
export function useLivePreview(form: unknown, ready: boolean, update: () => void): LivePreview {
  const [wanted, setWanted] = useState(() => readLocal(key, isBoolean) ?? true);
  const latest = useRef(update);
  useEffect(() => {
    latest.current = update;
  });
  useEffect(() => {
    if (!wanted || !ready) return undefined;
    const timer = setTimeout(() => latest.current(), livePreviewPauseMs);
    return () => clearTimeout(timer);
  }, [wanted, ready, form]);
  return {
    wanted,
    onWanted: (next) => {
      setWanted(next);
      writeLocal(key, next);
    },
  };
}
