import { makeStyles } from '@griffel/react';
import { tokens } from '../../kit/tokens.js';
import { OpenedMessage, type OpenedMessageProps } from './opened-message.js';

export interface MessageDetailRowProps extends OpenedMessageProps {
  readonly id: string;
}

const useStyles = makeStyles({
  row: { position: 'relative', cursor: 'default' },
  mark: { position: 'absolute', left: 0, top: 0, bottom: 0, width: '3px', backgroundColor: tokens.brand.solid },
  cell: {
    // As wide as the widget, however wide the table is.
    position: 'sticky',
    left: 0,
    display: 'block',
    width: '100cqw',
    maxWidth: '100%',
    boxSizing: 'border-box',
    minHeight: '160px',
  },
});

/** The details of an open message, in the row beneath it. */
export function MessageDetailRow({ id, ...opened }: MessageDetailRowProps) {
  const styles = useStyles();
  return (
    <div role="row" id={id} aria-level={2} className={styles.row}>
      <span className={styles.mark} aria-hidden="true" />
      <div role="gridcell" className={styles.cell}>
        <OpenedMessage {...opened} />
      </div>
    </div>
  );
}
