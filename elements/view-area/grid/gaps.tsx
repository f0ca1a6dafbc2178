import { makeStyles } from '@griffel/react';
import type { WidgetPosition } from '../../../api/contract/views.schema.js';
import { layoutOf } from '../../../machines/view/grid-layout.js';
import { AddIcon } from '../../kit/icons.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';
import { area, narrow } from './grid-measures.js';

const useStyles = makeStyles({
  gap: {
    gridArea: 'var(--lc-place)',
    display: 'flex',
    [narrow]: { display: 'none' },
    [container.compact]: { display: 'none' },
  },
  prompt: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    height: '100%',
    border: `1px dashed transparent`,
    borderRadius: tokens.radius.card,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    opacity: 0,
    transitionProperty: 'opacity',
    transitionDuration: tokens.duration.hover,
    ...type.body,
    ':hover, :focus-visible': {
      opacity: 1,
      borderTopColor: tokens.border.hover,
      borderRightColor: tokens.border.hover,
      borderBottomColor: tokens.border.hover,
      borderLeftColor: tokens.border.hover,
      backgroundColor: tokens.surface.hover,
    },
  },
  /** The text stays within the window even if the free place is taller. */
  text: {
    position: 'sticky',
    top: '120px',
    bottom: '120px',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: `${space.xs}px`,
  },
  icon: { fontSize: '20px', lineHeight: 0 },
});

interface GapsProps {
  readonly gaps: readonly WidgetPosition[];
  /** Called when the user wants to create a widget in a free place. */
  readonly onCreate: (position: WidgetPosition) => void;
}

/** Renders the free places of the grid, which offer to create a widget on hover and focus. */
export function Gaps({ gaps, onCreate }: GapsProps) {
  const styles = useStyles();
  return gaps.map((gap) => {
    const [place] = layoutOf([{ id: 'gap', type: '' }], { gap });
    // `layoutOf` moves the gap to the top row, because it compacts the grid; so the row of the gap is restored.
    const style = place && { '--lc-place': area({ ...place, y: Number(gap.row) - 1 }) };
    return (
      <div key={`${gap.row}/${gap.col}`} className={styles.gap} style={style}>
        {/* The second click of a double click is ignored: the user aimed it at something that has just closed, such as
            an editor. */}
        <button type="button" className={styles.prompt} onClick={({ detail }) => detail < 2 && onCreate(gap)}>
          <span className={styles.text}>
            <span className={styles.icon}>
              <AddIcon />
            </span>
            {laterTexts.create.prompt}
          </span>
        </button>
      </div>
    );
  });
}
