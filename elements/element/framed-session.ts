/** Tells whether the browser keeps the session cookie in a page that another site may show in a frame. */

const probe = 'log-console-probe';

export interface PageCookies {
  readonly isFramed: boolean;
  readonly protocol: string;
  /** `document.cookie`, which throws in sandboxed frames. */
  cookie: string;
}

/** @returns false where a sign-in would succeed but the cookie would be dropped at once */
export function keepsSession(page: PageCookies): boolean {
  if (!page.isFramed) return true;
  // The value must equal the server's cookie: over HTTP, browsers refuse cookies in frames of other sites.
  const scope = page.protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  try {
    page.cookie = `${probe}=1; Path=/; ${scope}`;
    const isKept = page.cookie.includes(`${probe}=1`);
    page.cookie = `${probe}=; Path=/; Max-Age=0; ${scope}`;
    return isKept;
  } catch {
    return false;
  }
}

export const thisPage: PageCookies = {
  get isFramed() {
    return window.top !== window;
  },
  get protocol() {
    return location.protocol;
  },
  get cookie() {
    return document.cookie;
  },
  set cookie(text) {
    document.cookie = text;
  },
};
