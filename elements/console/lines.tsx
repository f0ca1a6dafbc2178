/** Renders the lines of details, such as a stack trace, with a button to copy them for support. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { CopyButton } from '../kit/copy-button.js';
import { preformatted } from './status-page.js';
import { laterTexts } from './later-texts.js';

const useStyles = makeStyles({
  details: { display: 'flex', alignItems: 'flex-start', columnGap: '8px' },
  lines: { ...preformatted, flexGrow: 1, minWidth: 0 },
});

export function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const styles = useStyles();
  const text = lines.join('\n');
  return (
    <div className={styles.details}>
      {/* The element can take the focus, so that long lines can be scrolled by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={laterTexts.details} className={styles.lines}>
        {text}
      </pre>
      <CopyButton label={laterTexts.copyDetails} text={text} />
    </div>
  );
}
