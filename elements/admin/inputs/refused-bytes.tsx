/** Renders a button that shows the first bytes of a malformed message as a hex dump. */
import { makeStyles } from '@griffel/react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { formatNumber } from '../../kit/format.js';
import { tokens, type } from '../../kit/tokens.js';
import { useWidth } from '../../kit/use-width.js';
import { bytesOf, hexDump } from './hex-dump.js';
import { texts } from './texts.js';

const { refused: words } = texts;

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  length: { color: tokens.text.secondary, ...type.caption },
  dump: {
    margin: 0,
    padding: '4px 8px',
    maxHeight: '240px',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    direction: 'ltr',
    ...type.logSmall,
  },
});

const wide = 16;
const narrow = 8;
/** Smallest width of the box in px in which a line of `wide` bytes fits. */
const widePx = 560;

export interface RefusedBytesProps {
  /** The first bytes of the message in base64. */
  readonly bytes: string;
  /** Number of bytes of the message that the input had received when it refused the message. */
  readonly length: number;
}

export function RefusedBytes({ bytes: base64, length }: RefusedBytesProps): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const bytes = useMemo(() => bytesOf(base64), [base64]);
  return (
    <div ref={box} className={styles.box}>
      <div className={styles.tools}>
        <Button appearance="subtle" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.hideBytes : words.showBytes}
        </Button>
        <span className={styles.length}>
          {words.length(formatNumber(length), length > bytes.length ? formatNumber(bytes.length) : undefined)}
        </span>
        {open && <CopyButton label={words.copyBytes} text={() => hexDump(bytes, wide)} />}
      </div>
      {open && (
        <pre className={styles.dump} tabIndex={0} aria-label={words.bytes}>
          {hexDump(bytes, width < widePx ? narrow : wide)}
        </pre>
      )}
    </div>
  );
}
