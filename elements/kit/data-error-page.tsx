import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { useFailedAnswer } from './error-panel.js';
import { RetryIcon } from './icons.js';
import { kitTexts } from './texts.js';
import { contentTokens } from './content-tokens.js';
import { tokens, type } from './tokens.js';

/** Texts of this page, separate from the common texts of the kit, so that other pages do not load them. */
const texts = {
  title: 'Error getting data',
  text: 'We had trouble fetching some data required to build this page, so here is a picture instead.',
  logs: 'The logs of the server may say more.',
} as const;

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    maxWidth: '600px',
    padding: '24px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
  },
  title: { ...type.sectionTitle, color: tokens.text.primary },
  text: { ...type.body, color: tokens.text.secondary },
  picture: {
    display: 'block',
    width: '100%',
    height: 'auto',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
  },
  line: { fill: tokens.border.default },
  lost: { fill: contentTokens.level.error.graphic },
  list: {
    ...type.body,
    paddingLeft: '18px',
    color: tokens.text.primary,
    '& > li': { listStyle: 'disc', overflowWrap: 'anywhere' },
  },
});

/** Widths of the words in each line of the illustration, in percent of its width; the last line breaks off. */
const lines = [
  [12, 22, 9, 30],
  [12, 16, 28, 11],
  [12, 30, 14],
  [12, 7],
];

export interface DataErrorPageProps {
  /** Messages of the server, one line each. */
  readonly errors: readonly string[];
  readonly onRetry: () => void;
}

/** Renders a page in place of a page whose data could not be loaded (spec 1 §2). */
export function DataErrorPage({ errors, onRetry }: DataErrorPageProps): ReactNode {
  useFailedAnswer(errors[0]);
  const styles = useStyles();
  return (
    <div className={styles.card} role="alert">
      <h2 className={styles.title}>{texts.title}</h2>
      <p className={styles.text}>{texts.text}</p>
      <svg className={styles.picture} viewBox="0 0 200 60" aria-hidden="true">
        {lines.map((words, row) =>
          words.map((width, at) => (
            <rect
              key={`${row} ${at}`}
              className={row === lines.length - 1 && at === words.length - 1 ? styles.lost : styles.line}
              x={12 + 2 * words.slice(0, at).reduce((sum, word) => sum + word + 3, 0)}
              y={10 + 11 * row}
              width={2 * width}
              height={4}
              rx={2}
            />
          )),
        )}
      </svg>
      <ul className={styles.list}>
        {[...new Set(errors)].map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      <p className={styles.text}>{texts.logs}</p>
      <div>
        <Button icon={<RetryIcon />} onClick={onRetry}>
          {kitTexts.tryAgain}
        </Button>
      </div>
    </div>
  );
}
