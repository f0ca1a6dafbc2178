import { makeStyles } from '@griffel/react';
import { AddIcon } from '../../kit/icons.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';

const useStyles = makeStyles({
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

/** A free place of the grid, which offers to create a widget on hover and focus. */
export function GapPrompt({ onCreate }: { readonly onCreate: () => void }) {
  const styles = useStyles();
  return (
    // The second click of a double click is ignored: the user aimed it at something that has just closed, such as an
    // editor.
    <button type="button" className={styles.prompt} onClick={({ detail }) => detail < 2 && onCreate()}>
      <span className={styles.text}>
        <span className={styles.icon}>
          <AddIcon />
        </span>
        {laterTexts.create.prompt}
      </span>
    </button>
  );
}
