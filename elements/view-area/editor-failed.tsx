import type { ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { kitTexts } from '../kit/texts.js';
import { texts } from './texts.js';

interface EditorFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Back to the widgets, without what was changed. */
  readonly onCancel: () => void;
}

/** In place of an editor that failed: the way on and the way back. */
export function EditorFailed({ error, onRetry, onCancel }: EditorFailedProps): ReactNode {
  return (
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
  );
}
