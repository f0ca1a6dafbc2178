/** px from the edge of the window at which the page scrolls while something is dragged there, and px of one step. */
const zonePx = 56;
const stepPx = 12;

/**
 * Scrolls what holds the grid while the pointer stays at the upper or lower edge.
 * @param onScroll the grid moved under the pointer.
 */
export function scrollAtEdge(grid: HTMLElement, onScroll: () => void) {
  const holder = scrollHolder(grid);
  let direction = 0;
  let frame = 0;
  const step = (): void => {
    holder.scrollBy(0, direction * stepPx);
    onScroll();
    frame = direction === 0 ? 0 : requestAnimationFrame(step);
  };
  window.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return {
    at: (clientY: number): void => {
      direction = clientY < zonePx ? -1 : clientY > window.innerHeight - zonePx ? 1 : 0;
      if (direction !== 0 && frame === 0) frame = requestAnimationFrame(step);
    },
    stop: (): void => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll, { capture: true });
    },
  };
}

/** The nearest box around that scrolls, shadow roots crossed; else the page. */
function scrollHolder(element: HTMLElement): Element {
  let at: Element | null = element;
  while (at) {
    const { overflowY } = getComputedStyle(at);
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at;
    const root: Node = at.getRootNode();
    at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return document.scrollingElement ?? document.documentElement;
}
