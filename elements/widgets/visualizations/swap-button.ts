/**
 * `current` is true from the press of the button that swaps legend and table until the opposite button is shown and
 * takes the focus. The next key or press of the user makes it false earlier, so that a button that is shown late does
 * not take the focus away from the user.
 */
export interface FocusMove {
  current: boolean;
}

/**
 * Returns the properties of a button that swaps legend and table. The button that the user pressed vanishes, so the
 * opposite button gets the focus; a button that is shown for another reason, such as a refresh, takes no focus.
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
