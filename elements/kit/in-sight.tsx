/** Renders content only when it comes near the visible area, so that it loads no data before. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Margins of the observed area: content up to 200 px below the window counts as near. */
const margin = '0px 0px 200px 0px';

export interface InSightProps {
  /** CSS height of the placeholder that is shown before the content. */
  readonly height: string;
  readonly children: ReactNode;
}

/** Renders the content once its placeholder comes near the visible area; afterwards the content stays rendered. */
export function InSight({ height, children }: InSightProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen]);
  return seen ? children : <div ref={place} style={{ minHeight: height }} />;
}
