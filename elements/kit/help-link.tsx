import type { ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
import { consoleAddress } from '../element/server-address.js';
import { OutsideLink } from './link.js';

export interface HelpLinkProps {
  /**
   * Chapter and optional section of the handbook, such as `alerts` or `retention#sizing`; default: the page `start`.
   */
  readonly chapter?: string;
  readonly children: ReactNode;
}

/** Returns the path of a handbook chapter on the server, below the base path of the console. */
export function handbookPath(chapter = 'start'): string {
  const [page, section] = chapter.split('#');
  return `/host/page/handbook/${page}.html${section === undefined ? '' : `#${section}`}`;
}

/**
 * Renders a link that opens a chapter of the handbook in a new tab. Elements on a host page link to the handbook of
 * their log server, because that server also serves the handbook.
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
