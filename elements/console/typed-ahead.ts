/** Buffers text that the user types while a dialog is loading: it belongs to the dialog, not to the page underneath. */
export interface TypedAhead {
  /** Starts buffering with an empty text; typed characters then do not reach the page. */
  readonly begin: () => void;
  /** Stops buffering and returns the text typed so far. */
  readonly end: () => string;
  /** Returns the text typed so far. */
  readonly text: () => string;
  /**
   * Calls `tell` with the text typed so far, if any, and again after each key.
   * @returns a function that stops the calls
   */
  readonly follow: (tell: (text: string) => void) => () => void;
}

export function typedAhead(): TypedAhead {
  let text = '';
  let teller: ((text: string) => void) | undefined;
  const pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key.length > 1 && key !== 'Backspace' && key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Backspace') text = text.slice(0, -1);
    else if (key !== 'Enter') text += key;
    teller?.(text);
  };
  const end = (): string => {
    const rest = text;
    text = '';
    window.removeEventListener('keydown', pressed, true);
    return rest;
  };
  return {
    begin: () => {
      end();
      window.addEventListener('keydown', pressed, true);
    },
    end,
    text: () => text,
    follow: (tell) => {
      teller = tell;
      if (text !== '') tell(text);
      return () => {
        teller = undefined;
      };
    },
  };
}
