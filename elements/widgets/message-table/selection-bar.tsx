import { makeStyles } from '@griffel/react';
import { useState } from 'react';
import { Button } from '../../kit/button.js';
import { CompareIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { tokens, type } from '../../kit/tokens.js';
import { Float } from '../../kit/float.js';
import type { FieldType, ResultMessage } from '../faces.js';
import { formatNumber } from '../values/number-format.js';
import { laterTableTexts } from './later-table-texts.js';
import { tableTexts } from './table-texts.js';

const CompareDialog = lazyPart(async () => {
  const { CompareDialog } = await import('../../message/index.js');
  return { CompareDialog };
}, 'CompareDialog');

export interface SelectionBarProps {
  /** Selected messages in order of selection. */
  readonly messages: readonly ResultMessage[];
  readonly fieldTypes: readonly FieldType[] | undefined;
  readonly onRemove: (message: ResultMessage) => void;
  readonly onClear: () => void;
}

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    flexShrink: 0,
    paddingLeft: '12px',
    paddingRight: '8px',
    borderTop: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.selection.background,
    color: tokens.text.primary,
    ...type.body,
  },
  count: { fontWeight: 600, whiteSpace: 'nowrap' },
  gap: { flexGrow: 1 },
});

/** Renders a bar with actions on the selected messages; it takes the place of the pager, so that nothing moves. */
export function SelectionBar({ messages, fieldTypes, onRemove, onClear }: SelectionBarProps) {
  const styles = useStyles();
  const [comparing, setComparing] = useState(false);
  const enough = messages.length > 1;
  return (
    <div role="toolbar" aria-label={tableTexts.selectToCompare} className={styles.bar}>
      <span role="status" className={styles.count}>
        {laterTableTexts.selectedMessages(formatNumber(messages.length))}
      </span>
      <span className={styles.gap} />
      <Button
        size="small"
        appearance="subtle"
        icon={<CompareIcon />}
        disabled={!enough}
        {...(!enough && { disabledReason: laterTableTexts.selectOneMore })}
        onClick={() => setComparing(true)}
      >
        {laterTableTexts.compare}
      </Button>
      <Button size="small" appearance="subtle" aria-label={laterTableTexts.clearSelection} onClick={onClear}>
        {laterTableTexts.clear}
      </Button>
      {comparing && (
        <Float onFailed={() => setComparing(false)}>
          <CompareDialog
            messages={messages}
            fieldTypes={fieldTypes}
            onRemove={onRemove}
            onClose={() => setComparing(false)}
          />
        </Float>
      )}
    </div>
  );
}
