/**
 * True from the press of the button that swaps legend and table until its counterpart is shown, or until the next key
 * or press of the user: a counterpart that is shown later must not take the focus from what they do then.
 */
export interface FocusMove {
  current: boolean;
}

/**
 * Returns the properties of a button that swaps legend and table. The button that the user pressed vanishes, so its
 * counterpart gets the focus; a button that is shown for another reason, such as a refresh, takes no focus.
 */
export const swapButton = (moves: FocusMove | undefined, onSwap: () => void) => ({
  ref: (button: HTMLElement | null): void => {
    if (!button || !moves?.current) return;
    moves.current = false;
    button.focus({ preventScroll: true });
  },
  onClick: (): void => {
    if (moves) {
      moves.current = true;
      const end = (): void => void (moves.current = false);
      for (const name of ['keydown', 'pointerdown']) window.addEventListener(name, end, { once: true, capture: true });
    }
    onSwap();
  },
});
