import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { hrefOf, useHostElement, useNavigate } from '../element/host-context.js';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Route of the console, such as `/search?q=…`. */
  readonly route: string;
}

/**
 * Link to a page of the console. The host decides how a plain click navigates; clicks with other buttons or with Ctrl,
 * Shift or the Meta key behave as on any link.
 */
export function Link({ route, onClick, ...rest }: LinkProps): ReactNode {
  const host = useHostElement();
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={hrefOf(host, route)}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (rest.target === '_blank') return;
        event.preventDefault();
        navigate(route);
      }}
    />
  );
}

/**
 * Link that opens a site outside the console in a new tab. Only http, https and mailto addresses become links; for any
 * other address the content is shown as plain text.
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
