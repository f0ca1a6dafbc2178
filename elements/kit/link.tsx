import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { hrefOf, useFollow, useHostElement } from '../element/host-context.js';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Route of the console, such as `/search?q=…`. */
  readonly route: string;
}

/**
 * Renders a link to a page of the console. The host decides how a plain click navigates; clicks with the middle button
 * or with Ctrl, Shift or the Meta key open a new tab or window. Where links to the console are hidden, only the content
 * is shown.
 */
export function Link({ route, onClick, ...rest }: LinkProps): ReactNode {
  const host = useHostElement();
  const follow = useFollow();
  if (!host.linked) return <span>{rest.children}</span>;
  return (
    <a
      {...rest}
      href={hrefOf(host, route)}
      onClick={(event) => {
        onClick?.(event);
        follow(event, route, rest.target === '_blank');
      }}
      onAuxClick={(event) => follow(event, route)}
    />
  );
}

/**
 * Renders a link that opens a site outside the console in a new tab. Only http, https and mailto addresses become
 * links; for any other address the content is shown as plain text.
 */
export function OutsideLink({ href, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>): ReactNode {
  const safe = href !== undefined && URL.canParse(href) && /^(https?|mailto):$/.test(new URL(href).protocol);
  if (!safe) return <span>{children}</span>;
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
