/** Texts of signing in inside an element (screens, administration: Login). */
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
    lost: 'Your session has ended. Sign in to go on where you were.',
    elsewhere: 'You logged out in another tab.',
  },
  failed: (status: number | undefined, message: string) =>
    `Error – the server returned: ${status === undefined ? '' : `${status} – `}${message}`,
} as const;
