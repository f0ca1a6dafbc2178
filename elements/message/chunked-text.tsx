import { makeStyles } from '@griffel/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { tokens } from '../kit/tokens.js';
import { TextContent } from './text-content.js';
import { textChunks } from './text-chunks.js';

export interface ChunkedTextProps {
  readonly label: string;
  readonly text: string;
}

const useStyles = makeStyles({
  scroll: {
    maxHeight: '480px',
    overflow: 'auto',
    overflowAnchor: 'none',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.card,
    padding: '4px 8px',
  },
  body: { position: 'relative' },
  chunk: {
    position: 'absolute',
    top: 0,
    left: 0,
    width: '100%',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

/** Renders a long text in pieces and mounts only the visible ones. Copying the value copies the whole text. */
export function ChunkedText({ label, text }: ChunkedTextProps) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  const chunks = useMemo(() => textChunks(text), [text]);
  const virtual = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 720,
    overscan: 1,
  });
  return (
    <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <div className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className={styles.chunk}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <TextContent text={chunks[item.index] ?? ''} />
          </div>
        ))}
      </div>
    </div>
  );
}
