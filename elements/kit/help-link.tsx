import type { ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
import { consoleAddress } from '../element/server-address.js';
import { OutsideLink } from './link.js';

export interface HelpLinkProps {
  /** Chapter and section of the handbook: `alerts`, `retention#sizing`; its first page, if not said. */
  readonly chapter?: string;
  readonly children: ReactNode;
}

/** @returns the address of a chapter of the handbook below the console's address */
export function handbookPath(chapter = 'start'): string {
  const [page, section] = chapter.split('#');
  return `/host/page/handbook/${page}.html${section === undefined ? '' : `#${section}`}`;
}

/** Opens the handbook in a new tab. The console's server has it, wherever the console is shown. */
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
