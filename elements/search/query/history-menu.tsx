/** The list of queries that were run before. */
import { makeStyles } from '@griffel/react';
import { ContextMenu } from '../../kit/menu.js';
import { type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export interface HistoryMenuProps {
  readonly target: HTMLElement;
  readonly entries: readonly string[];
  readonly onChoose: (query: string) => void;
  readonly onForget: () => void;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  query: {
    ...type.log,
    display: 'block',
    maxWidth: 'min(480px, 80vw)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

export function HistoryMenu({ target, entries, onChoose, onForget, onClose }: HistoryMenuProps) {
  const styles = useStyles();
  if (entries.length === 0) {
    const empty = { key: 'empty', label: texts.query.historyEmpty, disabled: true };
    return <ContextMenu target={target} label={texts.query.history} entries={[empty]} onClose={onClose} />;
  }
  const act = (work: () => void) => () => {
    onClose();
    work();
  };
  return (
    <ContextMenu
      target={target}
      label={texts.query.history}
      entries={[
        ...entries.map((entry) => ({
          key: entry,
          label: <span className={styles.query}>{entry}</span>,
          onSelect: act(() => onChoose(entry)),
        })),
        { kind: 'divider' },
        { key: 'forget', label: texts.query.historyClear, onSelect: act(onForget) },
      ]}
      onClose={onClose}
    />
  );
}
