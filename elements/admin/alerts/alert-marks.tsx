/** Renders marks of an event in rows and details: icon of the priority, badge of the state, name of the definition. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { AlertState, AlertStatus } from '../../../api/contract/alerts.js';
import type { Event } from '../../../api/contract/events.js';
import type { ContextEntity } from '../../../api/contract/events.schema.js';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { StatusBadge, type StatusKind } from '../../kit/chip.js';
import { formatDate } from '../../kit/format.js';
import { AlertIcon, ErrorIcon, InfoIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { tokens } from '../../kit/tokens.js';
import { Tooltip } from '../../kit/tooltip.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  icon: { display: 'inline-grid', flexShrink: 0, fontSize: '16px', lineHeight: 0, color: tokens.text.tertiary },
  normal: { color: tokens.status.info.icon },
  high: { color: tokens.status.danger.icon },
  gone: { fontStyle: 'italic', color: tokens.text.tertiary },
});

export const isHigh = ({ priority }: Event): boolean => priority >= 3;

export function PriorityIcon({ event }: { readonly event: Event }): ReactNode {
  const styles = useStyles();
  const name = texts.priority(texts.priorities[event.priority] ?? String(event.priority));
  return (
    <Tooltip content={name}>
      <span
        role="img"
        aria-label={name}
        className={mergeClasses(styles.icon, event.priority === 2 && styles.normal, isHigh(event) && styles.high)}
      >
        {isHigh(event) ? <ErrorIcon /> : event.priority >= 2 ? <AlertIcon /> : <InfoIcon />}
      </span>
    </Tooltip>
  );
}

const kinds: Readonly<Record<AlertStatus, StatusKind>> = {
  open: 'warning',
  acknowledged: 'info',
  muted: 'neutral',
  closed: 'success',
};

export const statusOf = (state: AlertState | undefined | null): AlertStatus => state?.status ?? 'open';

/**
 * Renders a badge of an alert's state; its tooltip shows who made the last change, the reason, and the end of the
 * state.
 */
export function StateBadge({ state }: { readonly state: AlertState | undefined | null }): ReactNode {
  const { timezone } = useHostElement();
  const status = statusOf(state);
  const badge = <StatusBadge kind={kinds[status]}>{texts.states[status]}</StatusBadge>;
  // The tooltip shows the state of the last change, which differs from the present state after a mute has ended.
  const [last] = state?.history ?? [];
  if (!last) return badge;
  const until = last.until === null ? undefined : formatDate(last.until, timezone);
  return (
    <Tooltip content={texts.changed(texts.states[last.status], last.by, until, last.note)}>
      <span>{badge}</span>
    </Tooltip>
  );
}

export interface DefinitionNameProps {
  readonly id: string;
  /** The event definition; undefined if it was deleted. */
  readonly definition: ContextEntity | undefined;
}

/**
 * Renders the name of an event definition: a link for users who may change the definition; the id if the definition was
 * deleted.
 */
export function DefinitionName({ id, definition }: DefinitionNameProps): ReactNode {
  const styles = useStyles();
  const granted = useCurrentUser()?.permissions ?? [];
  if (!definition) return <span className={styles.gone}>{id}</span>;
  if (!allows(granted, `eventdefinitions:edit:${id}`)) return definition.title;
  return <Link route={`/alerts/definitions/${encodeURIComponent(id)}/edit`}>{definition.title}</Link>;
}
