/** Renders the output of a failed collector. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { tokens, type } from '../../kit/tokens.js';
import { pageTexts } from './page-texts.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  text: {
    margin: 0,
    padding: '8px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
});

export interface ErrorDetailsProps {
  readonly name: string;
  readonly text: string;
  readonly onClose: () => void;
}

export function ErrorDetails({ name, text, onClose }: ErrorDetailsProps): ReactNode {
  return (
    <Dialog
      open
      size="large"
      title={pageTexts.errorDetails(name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <pre className={useStyles().text}>{text}</pre>
    </Dialog>
  );
}
