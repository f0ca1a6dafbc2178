import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { hrefOf, useHostElement, useNavigate } from '../element/host-context.js';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Route of the console, such as `/search?q=…`. */
  readonly route: string;
}

/** Link to a page of the console: the host decides how to follow it; modified clicks behave like on any link. */
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

/** Link to a site outside the console; only http(s) and mail addresses become links, anything else stays text. */
export function OutsideLink({ href, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>): ReactNode {
  const safe = href !== undefined && URL.canParse(href) && /^(https?|mailto):$/.test(new URL(href).protocol);
  if (!safe) return <span>{children}</span>;
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
