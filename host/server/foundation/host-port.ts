/** Writes network addresses for messages. */

/** Returns an address as `host:port`; an IPv6 address is enclosed in brackets (RFC 3986 §3.2.2). */
export const hostPort = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
