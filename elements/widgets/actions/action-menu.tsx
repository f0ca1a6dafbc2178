import { makeStyles } from '@griffel/react';
import { useContext, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useHostElement } from '../../element/host-context.js';
import {
  AddIcon,
  ChartIcon,
  CopyIcon,
  ExcludeIcon,
  HighlightIcon,
  IncludeIcon,
  NumberIcon,
  RemoveIcon,
  TableIcon,
} from '../../kit/icons.js';
import { copyText } from '../../kit/copy-button.js';
import { ContextMenu, type MenuEntry } from '../../kit/menu.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { isLevelField, levelLabel } from '../values/level.js';
import { displayText, shortText } from '../values/value-text.js';
import { actionsOf, type ActionSubject, type FieldAction } from './actions.js';
import { TableColumnsContext, useFieldInteractions } from './interactions.js';
import { CopyOutcome } from './copy-outcome.js';

export interface ActionMenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly subject: ActionSubject;
  readonly onClose: () => void;
}

const headerLimit = 60;
const toldForMs = 1500;

const icons: Readonly<Record<FieldAction['id'], ReactNode>> = {
  chart: <ChartIcon />,
  showTopValues: <TableIcon />,
  statistics: <NumberIcon />,
  addToTable: <AddIcon />,
  removeFromTable: <RemoveIcon />,
  addToAllTables: <AddIcon />,
  removeFromAllTables: <RemoveIcon />,
  copyFieldName: <CopyIcon />,
  excludeFromResults: <ExcludeIcon />,
  addToQuery: <IncludeIcon />,
  highlightValue: <HighlightIcon />,
  copyValue: <CopyIcon />,
};

const useStyles = makeStyles({
  head: { overflowWrap: 'anywhere', ...type.logSmall },
  field: { color: tokens.text.secondary },
});

/** The open menu of a field or a value (screens/search.md §7): "field = type" or "field = value", then the actions. */
export function ActionMenu({ anchor, subject, onClose }: ActionMenuProps) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const interactions = useFieldInteractions();
  const columns = useContext(TableColumnsContext);
  const [outcome, setOutcome] = useState<string>();
  const copying = useRef(false);
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(onClose, toldForMs);
    return () => clearTimeout(timer);
  }, [outcome, onClose]);
  if (!interactions || !anchor.current) return null;
  if (outcome !== undefined) return <CopyOutcome anchor={anchor} text={outcome} />;
  const copy = (text: string) => {
    copying.current = true;
    void copyText(text).then(setOutcome);
  };
  const entries = actionsOf(subject, interactions, columns).map(({ id, label, disabled, effect }): MenuEntry => ({
    key: id,
    label,
    icon: icons[id],
    disabled,
    onSelect: () => ('copy' in effect ? copy(effect.copy) : effect.run()),
  }));
  return (
    // Events of a portal go on to the row in which the value stands; that one must not take them for its own.
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <ContextMenu
        target={anchor.current}
        label={texts.actions}
        header={
          <span className={styles.head}>
            <span className={styles.field}>{subject.field} = </span>
            {headText(subject, timezone)}
          </span>
        }
        entries={entries}
        onClose={() => {
          if (!copying.current) onClose();
        }}
      />
    </span>
  );
}

function headText(subject: ActionSubject, zone: string): string {
  if (subject.kind === 'field') return subject.type ?? 'string';
  const text = displayText(subject.value, subject.type, zone);
  const { text: short, shortened } = shortText(text.trim() === '' ? texts.emptyValue : text, headerLimit);
  return shortened ? `${short}…` : isLevelField(subject.field) ? levelLabel(short) : short;
}
