import { makeStyles } from '@griffel/react';
import { ColorPicker } from '../../kit/color-picker.js';
import { seriesPickerColors } from '../../kit/palettes.js';
import { PopoverAt } from '../../kit/popover.js';
import { type } from '../../kit/tokens.js';
import { chartWords } from './chart-words.js';

export interface SeriesSettingsProps {
  readonly target: HTMLElement;
  readonly name: string;
  readonly color: string;
  readonly onColor: (color: string) => void;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  head: { ...type.cardTitle, margin: '0 0 8px', overflowWrap: 'anywhere', maxWidth: '240px' },
});

/**
 * Renders a pop-over with the colour picker for a name of the legend; a selection closes it (spec 2 §4 "Legend click").
 */
export function SeriesSettings({ target, name, color, onColor, onClose }: SeriesSettingsProps) {
  const styles = useStyles();
  const title = chartWords.configurationOf(name);
  return (
    <PopoverAt target={target} label={title} onClose={onClose} trapFocus>
      {(close) => (
        // Arrow keys preview colours; a click or Enter selects one and closes.
        <div onClick={(event) => (event.target as HTMLElement).closest('[role=radio]') && close()}>
          <h3 className={styles.head}>{title}</h3>
          <ColorPicker label={title} colors={seriesPickerColors} value={color} onChange={onColor} />
        </div>
      )}
    </PopoverAt>
  );
}
