/**
 * Renders an error that all widgets of a page have in common, above the widgets. The module is loaded only when there
 * is such an error.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { isGuest, useUsername } from '../element/connection-context.js';
import { Alert } from '../kit/alert.js';
import { space } from '../kit/tokens.js';
import { plainReason } from '../widgets/guest-errors.js';
import { laterTexts } from './later-texts.js';
import { queryErrorText } from './query-error-text.js';
import type { AreaLayout } from './view-area.js';

const useStyles = makeStyles({
  full: { marginBottom: `${space.m}px` },
  embedded: { padding: `${space.m}px` },
});

interface SharedErrorNoticeProps {
  /** Error text of the server. */
  readonly error: string;
  readonly layout: AreaLayout;
}

export function SharedErrorNotice({ error, layout }: SharedErrorNoticeProps): ReactNode {
  const styles = useStyles();
  const guest = isGuest(useUsername());
  return (
    <div className={layout === 'full' ? styles.full : styles.embedded}>
      <Alert kind="danger" title={laterTexts.sharedError}>
        {guest ? plainReason(error) : queryErrorText(error)}
      </Alert>
    </div>
  );
}
