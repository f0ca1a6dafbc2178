import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ChartIcon, NumberIcon, PluginIcon, TableIcon, TextIcon } from '../../kit/icons.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { widgetCreators, type WidgetCreator } from '../creators.js';
import { laterTexts } from '../later-texts.js';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: `${space.xl}px` },
  choice: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: `${space.m}px`,
    height: '112px',
    padding: `${space.m}px`,
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
    textAlign: 'center',
    ...type.cardTitle,
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  icon: { fontSize: '28px', lineHeight: 0, color: tokens.text.tertiary },
});

const icons: Readonly<Record<string, ReactNode>> = {
  aggregation: <ChartIcon />,
  text: <TextIcon />,
  'message-count': <NumberIcon />,
  'message-table': <TableIcon />,
};

export interface CreateWidgetDialogProps {
  readonly onCreate: (creator: WidgetCreator) => void;
  readonly onClose: () => void;
}

/** Renders a dialog with a button for each kind of widget that can be created (spec 2 §2 "Widget creation"). */
export function CreateWidgetDialog({ onCreate, onClose }: CreateWidgetDialogProps) {
  const styles = useStyles();
  const creators = widgetCreators.use();
  return (
    <Dialog
      open
      size="medium"
      title={laterTexts.create.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{laterTexts.create.cancel}</Button>}
    >
      <div className={styles.list}>
        {creators.map((creator) => (
          <button key={creator.id} type="button" className={styles.choice} onClick={() => onCreate(creator)}>
            <span className={styles.icon}>{icons[creator.id] ?? <PluginIcon />}</span>
            {creator.title}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
