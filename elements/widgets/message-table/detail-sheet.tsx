/**
 * Renders the details of a message on a phone: a sheet that fills the screen, with buttons for the previous and the
 * next message.
 */
import { makeStyles } from '@griffel/react';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { space } from '../../kit/tokens.js';
import { OpenedMessage, type OpenedMessageProps } from './opened-message.js';
import { laterTableTexts } from './later-table-texts.js';

export interface DetailSheetProps extends Omit<OpenedMessageProps, 'beside' | 'onPlace' | 'onShown' | 'onLeave'> {
  readonly onClose: () => void;
}

// These texts are loaded with the sheet, and not with every message table.
const texts = {
  previous: 'Previous',
  next: 'Next',
  first: 'This is the first message of the list.',
  last: 'This is the last message that was loaded.',
} as const;

const useStyles = makeStyles({
  // The padding of the details is taken back, so that their texts begin below the title of the sheet.
  details: { margin: '0 -12px 0 -14px', containerType: 'inline-size', containerName: 'widget' },
  steps: { display: 'flex', gap: `${space.m}px`, width: '100%', '& > button': { flex: '1 1 0' } },
});

export function DetailSheet({ onClose, onPrevious, onNext, ...opened }: DetailSheetProps) {
  const styles = useStyles();
  return (
    <Dialog
      open
      size="large"
      title={laterTableTexts.panel}
      onClose={onClose}
      footer={
        <div className={styles.steps}>
          <Button disabled={!onPrevious} disabledReason={texts.first} onClick={() => onPrevious?.()}>
            {texts.previous}
          </Button>
          <Button disabled={!onNext} disabledReason={texts.last} onClick={() => onNext?.()}>
            {texts.next}
          </Button>
        </div>
      }
    >
      {/* The layout of the details depends on the width of this container. A click on a link that the console opens in
          this tab closes the sheet, which would otherwise cover the new page. */}
      <div
        className={styles.details}
        onClick={({ target, defaultPrevented }) => {
          if (defaultPrevented && target instanceof Element && target.closest('a')) onClose();
        }}
      >
        <OpenedMessage {...opened} onLeave={onClose} onPrevious={undefined} onNext={undefined} onPlace={undefined} />
      </div>
    </Dialog>
  );
}
