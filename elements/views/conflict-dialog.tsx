/**
 * Renders a dialog for a save that would overwrite another user's change: it lists the differences and offers which
 * version to keep.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ViewDocument } from '../../machines/view/document.js';
import { viewDifferences, type StoredView } from '../../machines/view/stored.js';
import { Button } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { tokens, type } from '../kit/tokens.js';
import { dialogTexts } from './dialog-texts.js';

const useStyles = makeStyles({
  text: { color: tokens.text.secondary, ...type.body, marginBottom: '12px' },
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    border: `1px solid ${tokens.border.subtle}`,
    ...type.body,
    '& th': {
      padding: '7px 10px',
      textAlign: 'left',
      backgroundColor: tokens.surface.subtle,
      color: tokens.text.secondary,
      ...type.overline,
    },
    '& td': {
      padding: '7px 10px',
      verticalAlign: 'top',
      borderTop: `1px solid ${tokens.border.divider}`,
      overflowWrap: 'anywhere',
    },
  },
  what: { width: '28%' },
  subject: { display: 'block', color: tokens.text.tertiary, ...type.caption },
  value: { ...type.logSmall, maxHeight: '108px', overflowY: 'auto', whiteSpace: 'pre-wrap' },
  absent: { color: tokens.text.tertiary, fontStyle: 'italic' },
});

export interface ConflictDialogProps {
  readonly mine: ViewDocument;
  readonly theirs: StoredView;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
  readonly onCancel: () => void;
}

export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { mine, theirs, onOverwrite, onTakeTheirs, onCancel } = props;
  const styles = useStyles();
  const differences = viewDifferences(mine, { view: theirs.view, search: theirs.search ?? mine.search });
  return (
    <Dialog
      open
      alert
      title={dialogTexts.conflict.title}
      onClose={onCancel}
      footer={
        <>
          <Button data-autofocus="" onClick={onCancel}>
            {dialogTexts.conflict.cancel}
          </Button>
          <Button onClick={onTakeTheirs}>{dialogTexts.conflict.take}</Button>
          <Button appearance="danger" onClick={onOverwrite}>
            {dialogTexts.conflict.overwrite}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{dialogTexts.conflict.text(theirs.view.title)}</p>
      <table className={styles.table} aria-label={dialogTexts.conflict.compare}>
        <thead>
          <tr>
            <th scope="col" className={styles.what}>
              {dialogTexts.conflict.what}
            </th>
            <th scope="col">{dialogTexts.conflict.mine}</th>
            <th scope="col">{dialogTexts.conflict.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ kind, subject, mine: own, theirs: other }, index) => (
            <tr key={index}>
              <td>
                {dialogTexts.conflict.kinds[kind]}
                {subject !== undefined && <span className={styles.subject}>{subject}</span>}
              </td>
              {[own, other].map((value, side) => (
                <td key={side}>
                  {value === undefined ? (
                    <span className={styles.absent}>{dialogTexts.conflict.absent}</span>
                  ) : (
                    <div className={styles.value} tabIndex={value.length > 160 ? 0 : undefined}>
                      {value}
                    </div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
