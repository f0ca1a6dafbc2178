import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { Button } from '../kit/button.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { LoadingFailed } from '../kit/lazy-part.js';
import { kitTexts } from '../kit/texts.js';
import { tokens } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  /** The error card has the same style as the editor that it replaces. */
  card: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
  },
});

interface EditorFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Closes the editor and discards the changes that were not applied. */
  readonly onCancel: () => void;
}

/** Renders an error card in place of an editor that failed, with buttons to retry or to cancel the edit. */
export function EditorFailed({ error, onRetry, onCancel }: EditorFailedProps): ReactNode {
  const styles = useStyles();
  const reason = reasonOf(error);
  return (
    <div className={styles.card}>
      <ErrorPanel
        title={texts.editorFailed}
        errors={[error instanceof LoadingFailed ? kitTexts.partFailed(reason) : reason]}
        onRetry={onRetry}
        actions={
          <Button size="small" onClick={onCancel}>
            {kitTexts.cancel}
          </Button>
        }
      />
    </div>
  );
}
