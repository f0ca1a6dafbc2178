import { makeStyles, mergeClasses } from '@griffel/react';
import { tokens } from '../kit/tokens.js';
import type { FieldType, ResultMessage } from '../widgets/faces.js';
import { FieldList } from './field-list.js';
import { MessageActions } from './message-actions.js';
import { MessageMeta } from './message-meta.js';
import type { MessageOrigin } from './message-origin.js';
import type { SurroundingConfig } from './surrounding.js';

export interface MessageDetailViewProps {
  readonly message: ResultMessage;
  readonly origin: MessageOrigin;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  /** Streams of the search, for "Show surrounding messages". */
  readonly streams?: readonly string[] | undefined;
  /** Absent on the single message page. */
  readonly surrounding?: SurroundingConfig | undefined;
  /** Shows what decorators added, changed and removed. */
  readonly changes: boolean;
  readonly onToggleChanges: () => void;
  /** Selected for comparing; absent: messages cannot be compared here. */
  readonly compared?: boolean | undefined;
  readonly onCompare?: (() => void) | undefined;
  /** Open another message in place of this one; absent where there is none. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  /** It stands in a panel beside its table. */
  readonly beside?: boolean | undefined;
  /** To the panel, or out of it; absent: it stays where it is. */
  readonly onPlace?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  /** What the fields are filtered by at first. */
  readonly fieldFilter?: string | undefined;
  readonly onFieldFilter?: ((text: string) => void) | undefined;
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
  fields: { minWidth: 0, borderBottom: `1px solid ${tokens.border.divider}` },
});

/** A message in full: id and actions above, origin at the left, all fields at the right (spec 2 §2). */
export function MessageDetailView(props: MessageDetailViewProps) {
  const styles = useStyles();
  const { message, changes, beside = false, fieldFilter, onFieldFilter } = props;
  // In the panel what was logged comes first.
  const origin = <MessageMeta message={message} origin={props.origin} />;
  return (
    <div className={mergeClasses(styles.detail, beside && styles.beside)}>
      <MessageActions {...props} />
      <div className={styles.columns}>
        {!beside && origin}
        <div className={styles.fields}>
          <FieldList
            message={message}
            fieldTypes={props.fieldTypes}
            changes={changes}
            filter={fieldFilter}
            onFilter={onFieldFilter}
          />
        </div>
        {beside && origin}
      </div>
    </div>
  );
}
