import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { kitTexts } from '../kit/texts.js';
import { radius, tokens } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  /** As the editor itself. */
  card: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
  },
});

interface EditorFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Back to the widgets, without what was changed. */
  readonly onCancel: () => void;
}

/** In place of an editor that failed: the way on and the way back. */
export function EditorFailed({ error, onRetry, onCancel }: EditorFailedProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.card}>
      <ErrorPanel
        title={texts.editorFailed}
        errors={[error instanceof Error ? error.message : String(error)]}
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
