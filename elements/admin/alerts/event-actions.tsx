/**
 * Renders actions of plug-ins for an alert or event, shown after the console's own action
 * (screens/dashboards-sharing-alerts.md §8, Details).
 */
import { useMemo, useState, type ReactNode } from 'react';
import type { Event } from '../../../api/contract/events.js';
import { Button } from '../../kit/button.js';
import { Float } from '../../kit/float.js';
import { OpenOutsideIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { OutsideLink } from '../../kit/link.js';
import type { PluginEvent } from '../../kit/plugins/face.js';
import { safeLink } from '../../kit/plugins/safe-link.js';
import { useParts, type Registered } from '../../kit/plugins/slots.js';

const PluginDialog = lazyPart(() => import('../../kit/plugins/plugin-dialog.js'), 'PluginDialog');

interface Offered {
  readonly part: Registered<'eventActions'>;
  /** Address that the action opens; undefined if the action opens an element in a dialog. */
  readonly href: string | undefined;
}

function offeredOf(part: Registered<'eventActions'>, event: Event): Offered | undefined {
  try {
    // The plug-in gets a copy of the event, so that its changes have no effect elsewhere.
    const copy: PluginEvent = structuredClone(event);
    if (part.isOffered && part.isOffered(copy) !== true) return undefined;
    return { part, href: part.href && safeLink(part.href(copy)) };
  } catch (error) {
    // An action that throws is left out; it does not affect the other actions.
    console.error(`Plug-in ${part.plugin}: the action ${part.id} failed`, error);
    return undefined;
  }
}

/**
 * The action in the open dialog, and a copy of the event, so that the plug-in cannot change the event of other
 * actions.
 */
interface Opened {
  readonly part: Registered<'eventActions'>;
  readonly properties: { readonly event: PluginEvent };
}

export function EventActions({ event }: { readonly event: Event }): ReactNode {
  const parts = useParts('eventActions');
  const offered = useMemo(() => parts.flatMap((part) => offeredOf(part, event) ?? []), [parts, event]);
  const [open, setOpen] = useState<Opened>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      {offered.map(({ part, href }) =>
        href === undefined ? (
          <Button
            key={`${part.plugin}:${part.id}`}
            size="small"
            onClick={() => setOpen({ part, properties: { event: structuredClone(event) } })}
          >
            {part.title}
          </Button>
        ) : (
          <OutsideLink key={`${part.plugin}:${part.id}`} href={href}>
            {part.title} <OpenOutsideIcon />
          </OutsideLink>
        ),
      )}
      {open && (
        <Float onFailed={close}>
          <PluginDialog {...open} onClose={close} />
        </Float>
      )}
    </>
  );
}
