/** Renders the badges of an account: whether its user is signed in, and whether it is disabled. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { AccountStatus, UserOverview } from '../../../api/contract/users.js';
import { useHostElement } from '../../element/host-context.js';
import { formatDate } from '../../kit/format.js';
import { DisabledIcon, EnabledIcon } from '../../kit/icons.js';
import { tokens } from '../../kit/tokens.js';
import { Tooltip } from '../../kit/tooltip.js';
import { instantOf } from './people.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  dot: {
    display: 'inline-block',
    marginRight: '4px',
    width: '10px',
    height: '10px',
    borderRadius: '50%',
    boxSizing: 'border-box',
    border: `2px solid ${tokens.border.strong}`,
  },
  here: {
    border: `2px solid ${tokens.status.success.solid}`,
    backgroundColor: tokens.status.success.solid,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  icon: { display: 'inline-flex', verticalAlign: 'middle', fontSize: '18px', color: tokens.status.success.icon },
  off: { color: tokens.text.tertiary },
});

type Session = Pick<UserOverview, 'session_active' | 'last_activity' | 'client_address'>;

export function SessionMark({ user }: { readonly user: Session }): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const instant = instantOf(user.last_activity);
  const text =
    user.session_active && instant !== undefined
      ? texts.state.active(formatDate(instant, timezone, 'readable'), user.client_address ?? '')
      : user.session_active
        ? texts.state.here
        : texts.state.away;
  return (
    <Tooltip content={text} relationship="label">
      <span
        role="img"
        aria-label={text}
        tabIndex={0}
        className={mergeClasses(styles.dot, user.session_active === true && styles.here)}
      />
    </Tooltip>
  );
}

export function AccountMark({ status }: { readonly status: AccountStatus }): ReactNode {
  const styles = useStyles();
  const enabled = status === 'enabled';
  return (
    <Tooltip content={texts.state.account(status)} relationship="label">
      <span
        role="img"
        aria-label={texts.state.account(status)}
        tabIndex={0}
        className={mergeClasses(styles.icon, !enabled && styles.off)}
      >
        {enabled ? <EnabledIcon /> : <DisabledIcon />}
      </span>
    </Tooltip>
  );
}
