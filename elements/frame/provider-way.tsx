/** Renders a button to sign in with a provider; it is loaded on demand, because the login page must be light. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { signInTexts } from '../element/texts.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { PersonIcon } from '../kit/icons.js';
import { tokens, type } from '../kit/tokens.js';

const useStyles = makeStyles({
  or: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    color: tokens.text.tertiary,
    ...type.caption,
    '::before': { content: '""', flexGrow: 1, borderTop: `1px solid ${tokens.border.divider}` },
    '::after': { content: '""', flexGrow: 1, borderTop: `1px solid ${tokens.border.divider}` },
  },
  // The provider's name may be long, so it wraps.
  provider: {
    height: 'auto',
    minHeight: tokens.density.control,
    paddingTop: '5px',
    paddingBottom: '5px',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});

export interface ProviderWayProps {
  /** Reason why the last attempt failed. */
  readonly failure: string | null;
  /** Name of the provider; absent: no provider is configured. */
  readonly title: string | undefined;
  readonly onGo: () => void;
}

export function ProviderWay({ failure, title, onGo }: ProviderWayProps): ReactNode {
  const styles = useStyles();
  return (
    <>
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      {title !== undefined && (
        <>
          <div className={styles.or}>{signInTexts.or}</div>
          <Button full icon={<PersonIcon />} className={styles.provider} onClick={onGo}>
            {signInTexts.provider(title)}
          </Button>
        </>
      )}
    </>
  );
}
