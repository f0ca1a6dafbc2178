export interface Access {
  /** Address without user, password and slash at its end. */
  readonly base: string;
  /** Headers that contain user and password. */
  readonly authorization: Readonly<Record<string, string>>;
}

/** Splits an address `http://user:password@host:port/path`, because `fetch` takes no address with a password. */
export function accessTo({ origin, pathname, username, password }: URL): Access {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    base: `${origin}${pathname.replace(/\/$/, '')}`,
    authorization: username === '' ? {} : { Authorization: `Basic ${Buffer.from(user).toString('base64')}` },
  };
}
