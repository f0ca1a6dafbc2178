import { makeStyles } from '@griffel/react';
import { useId, useState } from 'react';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Dialog } from '../../kit/dialog.js';
import { space } from '../../kit/tokens.js';
import { queryIds, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { pageTitle } from '../../../machines/view/titles.js';
import { laterTexts } from '../later-texts.js';
import { ChoiceList } from './choice-list.js';

const useStyles = makeStyles({ keep: { paddingTop: `${space.m}px` } });

export interface MoveWidgetDialogProps {
  readonly document: ViewDocument;
  /** Id of the page that contains the widget. */
  readonly queryId: string;
  readonly title: string;
  readonly onMove: (queryId: string, keepCopy: boolean) => void;
  readonly onClose: () => void;
}

/**
 * Renders a dialog to select the dashboard page to which a widget is moved or, with a check box, copied
 * (screens/dashboards-sharing-alerts.md §6.5).
 */
export function MoveWidgetDialog({ document, queryId, title, onMove, onClose }: MoveWidgetDialogProps) {
  const styles = useStyles();
  const name = useId();
  const [target, setTarget] = useState<string>();
  const [keep, setKeep] = useState(false);
  const pages = queryIds(document)
    .map((id, index) => ({ id, title: pageTitle(stateOf(document, id), index) }))
    .filter(({ id }) => id !== queryId);
  return (
    <Dialog
      open
      size="small"
      title={laterTexts.move.title(title)}
      onClose={onClose}
      onSubmit={() => target !== undefined && onMove(target, keep)}
      footer={
        <>
          <Button onClick={onClose}>{laterTexts.move.cancel}</Button>
          <Button type="submit" appearance="primary" disabled={target === undefined}>
            {keep ? laterTexts.move.copy : laterTexts.move.move}
          </Button>
        </>
      }
    >
      <ChoiceList
        label={laterTexts.move.choose}
        name={name}
        choices={pages}
        chosen={target}
        onChoose={setTarget}
        none={laterTexts.move.none}
      />
      <div className={styles.keep}>
        <Checkbox label={laterTexts.move.keep} checked={keep} onChange={setKeep} />
      </div>
    </Dialog>
  );
}
