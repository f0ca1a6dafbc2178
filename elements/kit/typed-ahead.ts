/**
 * Buffers text that the user types or pastes while a dialog or an input field is loading: the text belongs to it, not to
 * the page underneath.
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
   * Calls `tell` with the text typed so far, if it is still being buffered, and again after each key and each paste.
   * @returns a function that stops the calls
   */
  readonly follow: (tell: (text: string) => void) => () => void;
}

/** Milliseconds after which an input field counts as one that cannot be loaded. */
export const loadsWithinMs = 10_000;

export function typedAhead(): TypedAhead {
  /** Undefined while keys are not buffered; empty until the user types, and when everything typed has been deleted. */
  let text: string | undefined;
  let until = Infinity;
  let teller: ((text: string) => void) | undefined;
  const pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (performance.now() > until) return void end();
    if (key.length > 1 && key !== 'Backspace' && key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    const before = text ?? '';
    text = key === 'Backspace' ? before.slice(0, -1) : key === 'Enter' ? before : before + key;
    teller?.(text);
  };
  const pasted = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    // A field of one line drops line breaks, too.
    const added = (event.clipboardData?.getData('text') ?? '').trim().replace(/[\r\n]+/g, '');
    text = (text ?? '') + added;
    teller?.(text);
  };
  const end = (): string | undefined => {
    const rest = text;
    text = undefined;
    window.removeEventListener('keydown', pressed, true);
    window.removeEventListener('paste', pasted, true);
    return rest;
  };
  return {
    begin: (withinMs = Infinity) => {
      end();
      text = '';
      until = performance.now() + withinMs;
      window.addEventListener('keydown', pressed, true);
      window.addEventListener('paste', pasted, true);
    },
    end,
    text: () => text ?? '',
    follow: (tell) => {
      teller = tell;
      if (text !== undefined) tell(text);
      return () => {
        teller = undefined;
      };
    },
  };
}
