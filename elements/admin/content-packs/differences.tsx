/**
 * Shows two texts side by side and highlights the lines that differ. Equal lines far from a difference are hidden until
 * the user presses a button, which shows the complete texts.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { differingParts, linePairs, type LinePair } from '../../../machines/content-pack/line-pairs.js';
import { Button } from '../../kit/button.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    overflow: 'hidden',
    backgroundColor: tokens.surface.card,
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { minWidth: 0 },
  second: { borderLeftWidth: '1px', borderLeftStyle: 'solid', borderLeftColor: tokens.border.subtle },
  head: { padding: '6px 10px', borderBottom: `1px solid ${tokens.border.divider}`, ...type.caption, fontWeight: 600 },
  lines: { margin: 0, padding: '4px 0', maxHeight: '420px', overflow: 'auto', ...type.logSmall },
  line: {
    display: 'flex',
    gap: '8px',
    paddingInlineEnd: '8px',
    borderLeftWidth: '3px',
    borderLeftStyle: 'solid',
    borderLeftColor: 'transparent',
    minHeight: '18px',
  },
  number: { flexShrink: 0, width: '36px', textAlign: 'end', color: tokens.text.tertiary, userSelect: 'none' },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 },
  equal: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '28px',
    paddingInlineStart: '44px',
    color: tokens.text.secondary,
    ...type.caption,
  },
  changed: { borderLeftColor: tokens.change.changed, backgroundColor: tokens.status.warning.background },
  added: { borderLeftColor: tokens.change.added, backgroundColor: tokens.status.success.background },
});

export interface DifferencesProps {
  readonly mine: string;
  readonly theirs: string;
  readonly revision: string;
}

export function Differences({ mine, theirs, revision }: DifferencesProps): ReactNode {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  const pairs = linePairs(mine, theirs);
  const parts = isWhole ? pairs : differingParts(pairs);
  const side = (title: string, of: 'left' | 'right'): ReactNode => (
    <div className={mergeClasses(styles.side, of === 'right' && styles.second)}>
      <div className={styles.head}>{title}</div>
      <div className={styles.lines} role="group" aria-label={title} tabIndex={0}>
        {parts.map((part, at) =>
          'equal' in part ? (
            <div key={at} className={styles.equal}>
              {of === 'left' ? (
                <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
                  {texts.installing.showEqual(part.equal)}
                </Button>
              ) : (
                texts.installing.linesEqual(part.equal)
              )}
            </div>
          ) : (
            <Line key={at} pair={part} of={of} />
          ),
        )}
      </div>
    </div>
  );
  return (
    <div className={styles.root}>
      {side(texts.installing.onServer, 'left')}
      {side(texts.installing.inPack(revision), 'right')}
    </div>
  );
}

function Line({ pair, of }: { readonly pair: LinePair; readonly of: 'left' | 'right' }): ReactNode {
  const styles = useStyles();
  const line = pair[of];
  const other = pair[of === 'left' ? 'right' : 'left'];
  return (
    <div className={mergeClasses(styles.line, !pair.same && line && (other ? styles.changed : styles.added))}>
      <span className={styles.number}>{line?.number ?? ''}</span>
      <span className={styles.text}>{line?.text ?? ''}</span>
    </div>
  );
}
