/** Renders public announcements; the component is loaded when there is an announcement. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { PublicNotification } from '../../api/contract/public-notifications.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { IconButton } from '../kit/icon-button.js';
import { CloseIcon } from '../kit/icons.js';
import { isolated } from '../kit/isolated.js';
import { tokens } from '../kit/tokens.js';
import { dismiss, notDismissed } from './dismissed.js';

const texts = {
  label: 'Announcements',
  more: 'Read More',
  less: 'Read Less',
  dismiss: (title: string): string => `Dismiss ${isolated(title)}`,
} as const;

const useStyles = makeStyles({
  /** Announcements above a page have the same side margins as the page. */
  page: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', padding: '12px 16px 0' },
  login: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  message: { whiteSpace: 'pre-wrap' },
  long: {
    marginTop: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.border.divider}`,
    whiteSpace: 'pre-wrap',
  },
  scrolling: { maxHeight: '40vh', overflowY: 'auto' },
  more: { marginTop: '6px' },
});

export interface AnnouncementsProps {
  readonly place: 'page' | 'login';
  readonly all: readonly PublicNotification[];
}

export function Announcements({ place, all }: AnnouncementsProps): ReactNode {
  const styles = useStyles();
  const [, setTurn] = useState(0);
  /** Key of the announcement whose long message is expanded; at most one is expanded at a time. */
  const [read, setRead] = useState<string>();
  const shown = notDismissed(all);
  if (shown.length === 0) return null;
  return (
    <section
      aria-label={texts.label}
      className={styles[place]}
      // The login page scrolls announcements in a box, which needs the focus to scroll by keyboard.
      tabIndex={place === 'login' ? 0 : undefined}
    >
      {shown.map((one) => (
        <Announcement
          key={one.key}
          place={place}
          one={one}
          open={read === one.key}
          onRead={(open) => setRead(open ? one.key : undefined)}
          onDismiss={() => {
            dismiss(one, all);
            setTurn((turn) => turn + 1);
          }}
        />
      ))}
    </section>
  );
}

interface AnnouncementProps extends Pick<AnnouncementsProps, 'place'> {
  readonly one: PublicNotification;
  readonly open: boolean;
  readonly onRead: (open: boolean) => void;
  readonly onDismiss: () => void;
}

function Announcement({ place, one, open, onRead, onDismiss }: AnnouncementProps): ReactNode {
  const styles = useStyles();
  const { variant, title, hiddenTitle, shortMessage, longMessage, isDismissible } = one;
  return (
    <Alert
      kind={variant}
      {...(!hiddenTitle && title !== '' && { title })}
      action={
        isDismissible && (
          <IconButton
            size="small"
            quiet
            label={texts.dismiss(title || shortMessage)}
            icon={<CloseIcon />}
            onClick={onDismiss}
          />
        )
      }
    >
      <p className={styles.message}>{shortMessage}</p>
      {open && (
        <div
          className={mergeClasses(styles.long, place === 'page' && styles.scrolling)}
          tabIndex={place === 'page' ? 0 : undefined}
        >
          {longMessage}
        </div>
      )}
      {longMessage !== '' && (
        <div className={styles.more}>
          <Button size="small" appearance="subtle" aria-expanded={open} onClick={() => onRead(!open)}>
            {open ? texts.less : texts.more}
          </Button>
        </div>
      )}
    </Alert>
  );
}
