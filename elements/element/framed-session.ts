/** Checks whether the browser keeps the session cookie of a page that another site may show in a frame. */

const probe = 'log-console-probe';

export interface PageCookies {
  readonly isFramed: boolean;
  readonly protocol: string;
  /** `document.cookie`, which throws in sandboxed frames. */
  cookie: string;
}

/** Returns false if a sign-in would succeed but the browser would drop the session cookie at once. */
export function keepsSession(page: PageCookies): boolean {
  if (!page.isFramed) return true;
  // The probe has the attributes of the server's session cookie, so that the browser treats both in one way.
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
