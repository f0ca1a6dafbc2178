import { makeStyles } from '@griffel/react';
import { useMemo } from 'react';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { tokens } from '../../kit/tokens.js';
import { Suspense } from '../../kit/suspense.js';
import { MessageOriginContext, messageOriginOf } from '../actions/interactions.js';
import type { FieldType, ResultMessage } from '../faces.js';
import { WidgetSkeleton } from '../frame/widget-skeleton.js';

const MessageDetail = lazyPart(async () => {
  const { MessageDetail } = await import('../../message/index.js');
  return { MessageDetail };
}, 'MessageDetail');

export interface MessageDetailRowProps {
  readonly id: string;
  readonly message: ResultMessage;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  readonly streams?: readonly string[] | undefined;
  /** Selected for comparing. */
  readonly compared: boolean;
  readonly onCompare: () => void;
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
export function MessageDetailRow({ id, ...detail }: MessageDetailRowProps) {
  const styles = useStyles();
  const origin = useMemo(() => messageOriginOf(detail.message), [detail.message]);
  return (
    <div role="row" id={id} aria-level={2} className={styles.row}>
      <span className={styles.mark} aria-hidden="true" />
      <div role="gridcell" className={styles.cell}>
        <ErrorBoundary>
          <Suspense fallback={<WidgetSkeleton shape="text" />}>
            <MessageOriginContext value={origin}>
              <MessageDetail {...detail} />
            </MessageOriginContext>
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}
