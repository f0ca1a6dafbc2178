import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { hrefOf, useHostElement, useNavigate } from '../element/host-context.js';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A route of the console, such as `/search?q=…`. */
  readonly route: string;
}

/** A link to a screen of the console: the page around decides what following it means; modified clicks do what links do. */
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

/** A link out of the console; only http(s) and mail addresses become links, anything else stays text. */
export function OutsideLink({ href, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>): ReactNode {
  const safe = href !== undefined && URL.canParse(href) && /^(https?|mailto):$/.test(new URL(href).protocol);
  if (!safe) return <span>{children}</span>;
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
