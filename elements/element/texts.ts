/** Contains the texts of the sign-in form inside an element (screens/administration.md, Login). */
export const signInTexts = {
  title: 'Welcome back',
  subtitle: 'Sign in to search your logs.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  or: 'or',
  provider: (title: string): string => `Sign in with ${title}`,
  signingIn: 'Signing in…',
  invalidCredentials: 'Invalid credentials, please verify them and retry.',
  ended: {
    lost: 'Your session has ended. Sign in to continue where you were.',
    elsewhere: 'You logged out in another tab.',
  },
  /** Shown in place of the sign-in form in a frame in which the browser would drop the session cookie at once. */
  framed: {
    http: 'You cannot sign in here: browsers keep no session for a page that another site shows over plain HTTP.',
    https: 'You cannot sign in here: your browser keeps no session for a page that another site shows.',
    open: 'Open this page in a tab',
  },
  /** Shown in place of the sign-in form where the host page handles the sign-in. */
  byHost: 'Sign in on this page to see this.',
  noToken: 'This page has no access to the logs at the moment. Reload it, or sign in to it again.',
  /** Returns the text that names the server that receives the password, if it is not the server of the page. */
  otherServer: (origin: string): string => `You sign in to ${origin}, which is not the server of this page.`,
  unlistedServer: (origin: string): string =>
    `This page takes no passwords for ${origin}. Sign in there instead, or ask the people who run this page.`,
  failed: (status: number, message: string) => `Error – the server returned: ${status} – ${message}`,
} as const;
