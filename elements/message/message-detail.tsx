import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo } from 'react';
import { tokens } from '../kit/tokens.js';
import { traceOf } from '../widgets/actions/trace-link.js';
import type { FieldType } from '../widgets/faces.js';
import { FieldList, type FieldMenu } from './field-list.js';
import { MessageActions, type MessageActionsProps } from './message-actions.js';
import { MessageMeta } from './message-meta.js';
import type { MessageOrigin } from './message-origin.js';

export interface MessageDetailViewProps extends Omit<MessageActionsProps, 'trace'> {
  readonly origin: MessageOrigin;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  /** Initial filter of the fields. */
  readonly fieldFilter?: string | undefined;
  readonly onFieldFilter?: ((text: string) => void) | undefined;
  readonly fieldMenu?: FieldMenu | undefined;
}

const useStyles = makeStyles({
  detail: {
    padding: '4px 13px 12px 30px',
    '@container widget (max-width: 599.98px)': { padding: '4px 12px 12px 14px' },
  },
  beside: { padding: '4px 13px 12px 14px' },
  columns: {
    display: 'grid',
    gridTemplateColumns: '208px minmax(0, 1fr)',
    columnGap: '20px',
    paddingTop: '6px',
    '@container widget (max-width: 799.98px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '12px' },
  },
  /** In widgets narrower than 600 px, as on a phone, the fields are above the origin. */
  origin: { '@container widget (max-width: 599.98px)': { order: 1 } },
  fields: { minWidth: 0, borderBottom: `1px solid ${tokens.border.divider}` },
});

/** Renders the full message: id and actions at the top, origin at the left, all fields at the right (spec 2 §2). */
export function MessageDetailView(props: MessageDetailViewProps) {
  const styles = useStyles();
  const { message, changes, beside = false, fieldFilter, onFieldFilter } = props;
  const trace = useMemo(() => traceOf(message), [message]);
  // In the panel beside the table of messages (`beside`) the fields come before the origin.
  const origin = (
    <div className={styles.origin}>
      <MessageMeta message={message} origin={props.origin} />
    </div>
  );
  return (
    <div className={mergeClasses(styles.detail, beside && styles.beside)}>
      <MessageActions {...props} trace={trace} />
      <div className={styles.columns}>
        {!beside && origin}
        <div className={styles.fields}>
          <FieldList
            message={message}
            fieldTypes={props.fieldTypes}
            changes={changes}
            linkedField={trace?.field}
            filter={fieldFilter}
            onFilter={onFieldFilter}
            fieldMenu={props.fieldMenu}
          />
        </div>
        {beside && origin}
      </div>
    </div>
  );
}
