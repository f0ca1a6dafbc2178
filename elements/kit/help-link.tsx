import type { ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
import { consoleAddress } from '../element/server-address.js';
import { OutsideLink } from './link.js';

export interface HelpLinkProps {
  /** Chapter and optional section of the handbook: `alerts`, `retention#sizing`; default: the first page. */
  readonly chapter?: string;
  readonly children: ReactNode;
}

/** @returns the address of a handbook chapter below the console's address */
export function handbookPath(chapter = 'start'): string {
  const [page, section] = chapter.split('#');
  return `/host/page/handbook/${page}.html${section === undefined ? '' : `#${section}`}`;
}

/**
 * Link that opens the handbook in a new tab. The server of the console serves the handbook, also for embedded elements.
 */
export function HelpLink({ chapter, children }: HelpLinkProps): ReactNode {
  const host = useHostElement();
  return (
    <OutsideLink
      href={new URL(`${consoleAddress(undefined, host.server)}${handbookPath(chapter)}`, window.location.href).href}
    >
      {children}
    </OutsideLink>
  );
}
