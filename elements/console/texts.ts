/**
 * Contains the texts of the console before sign-in and on failure; later-texts.ts has the other texts. Texts quoted by
 * the specifications are exact (spec 1 §2, spec 3 §2).
 */
export const texts = {
  product: 'Log Console',
  login: {
    title: 'Welcome back',
    subtitle: 'Sign in to search your logs.',
  },
  preparing: 'We are preparing Log Console for you...',
  unavailable: {
    title: 'Server currently unavailable',
    lead: 'We are experiencing problems connecting to the server. Please verify that it is running and can be reached.',
    back: 'You will be redirected to the previous page once the server responds.',
    details: 'More details',
    fewer: 'Fewer details',
    lastError: 'This is the last response we received from the server:',
    message: 'Error message',
    request: 'Original Request',
    status: 'Status code',
    full: 'Full error message',
  },
  failed: {
    title: 'Something went wrong.',
    render: 'It seems like the page you navigated to contained an error.',
    load: 'A part of this page could not be loaded: check the connection, and try again.',
    retry: 'Try again',
    reload: 'Reload the page',
    more: 'Show more',
    less: 'Show less',
  },
} as const;
