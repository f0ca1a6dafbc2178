/** Keeps keys typed while a dialog is loading: they are meant for it, not for the page underneath. */
export interface TypedAhead {
  /** From this call on, typed keys go nowhere else. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Reports the typed text so far, and again whenever there is more. @returns a function that ends the reports */
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
  const end = (): void => {
    text = '';
    window.removeEventListener('keydown', pressed, true);
  };
  return {
    begin: () => {
      end();
      window.addEventListener('keydown', pressed, true);
    },
    end,
    follow: (tell) => {
      teller = tell;
      if (text !== '') tell(text);
      return () => {
        teller = undefined;
      };
    },
  };
}
