import { useEffect, useState } from 'react';

/**
 * Buffers text that the user types or pastes while a dialog or an input field is loading: the text belongs to
 * that dialog or field, not to the page underneath.
 */
export interface TypedAhead {
  /**
   * Starts buffering with an empty text; typed characters then do not reach the page.
   * @param withinMs milliseconds after which keys reach the page again, in case nothing takes over the text; absent:
   * there is no limit
   */
  readonly begin: (withinMs?: number) => void;
  /** Stops buffering and returns the text typed so far; undefined if nothing was being buffered. */
  readonly end: () => string | undefined;
  /** Returns the text typed so far. */
  readonly text: () => string;
  /**
   * Returns true if the user has gone elsewhere since the beginning: buffering with a limit ends at a click, Tab or
   * Escape, and at the first key after the limit. The field that has been loaded must then not take the focus.
   */
  readonly hasLeft: () => boolean;
  /**
   * Calls `tell` with the text typed so far, if it is still being buffered, and again after each key and each paste.
   * @returns a function that stops the calls
   */
  readonly follow: (tell: (text: string) => void) => () => void;
}

/** Milliseconds after which an input field counts as one that cannot be loaded. */
export const loadsWithinMs = 10_000;

export function typedAhead(): TypedAhead {
  let text = '';
  let state: 'ended' | 'buffers' | 'left' = 'ended';
  let until = Infinity;
  let teller: ((text: string) => void) | undefined;
  const leave = (): void => {
    if (until < Infinity) listen('left');
  };
  const add = (event: Event, changed: string): void => {
    event.preventDefault();
    event.stopPropagation();
    text = changed;
    teller?.(text);
  };
  const pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    if (performance.now() > until || key === 'Escape' || key === 'Tab') return leave();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === 'Backspace') add(event, text.slice(0, -1));
    else if (key === 'Enter') add(event, text);
    else if (key.length === 1) add(event, text + key);
  };
  const pasted = (event: ClipboardEvent): void => {
    if (performance.now() > until) return leave();
    // A field of one line drops line breaks, too.
    add(event, text + (event.clipboardData?.getData('text') ?? '').trim().replace(/[\r\n]+/g, ''));
  };
  const listen = (next: typeof state): void => {
    state = next;
    const capture = { capture: true };
    window.removeEventListener('keydown', pressed, capture);
    window.removeEventListener('paste', pasted, capture);
    window.removeEventListener('pointerdown', leave, capture);
    if (next !== 'buffers') return;
    window.addEventListener('keydown', pressed, capture);
    window.addEventListener('paste', pasted, capture);
    window.addEventListener('pointerdown', leave, capture);
  };
  return {
    begin: (withinMs = Infinity) => {
      text = '';
      until = performance.now() + withinMs;
      listen('buffers');
    },
    end: () => {
      const rest = state === 'buffers' ? text : undefined;
      text = '';
      listen('ended');
      return rest;
    },
    text: () => text,
    hasLeft: () => state === 'left',
    follow: (tell) => {
      teller = tell;
      if (state === 'buffers') tell(text);
      return () => {
        teller = undefined;
      };
    },
  };
}

/** Returns a buffer that ends with the component. */
export function useTypedAhead(): TypedAhead {
  const [typed] = useState(typedAhead);
  useEffect(() => () => void typed.end(), [typed]);
  return typed;
}
