/**
 * Distance in px from the window's edge at which dragging scrolls the page; `stepPx` is the scroll distance per frame.
 */
const zonePx = 56;
const stepPx = 12;

/**
 * Scrolls the container of the grid while the pointer is near the upper or lower edge of the window. Returns `at`,
 * which must be called with the pointer's position, and `stop`, which ends the scrolling.
 *
 * @param onScroll called whenever the grid may have moved under the pointer
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

/** Returns the nearest scrolling ancestor, also across shadow roots, or the document's scrolling element. */
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
