/** Contains the texts of the dialog with the code that embeds an element. */
import { formatNumber } from '../kit/format.js';

/** Writes a duration in the largest unit that needs no fraction: 7,200 s is 2 hours. */
function inUnits(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, size] = units.find((one) => seconds % one[1] === 0) ?? units[3];
  const count = seconds / size;
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`;
}

export const texts = {
  shown: 'What is shown',
  theme: 'Theme',
  themes: { auto: 'Of the page', light: 'Light', dark: 'Dark' },
  range: 'Time range',
  ownRange: 'As stored',
  defaultRange: 'Default',
  rangeOf: (range: string): string =>
    range === '0' ? 'All time' : /^\d+$/.test(range) ? `Last ${inUnits(Number(range))}` : range,
  ranges: {
    '300': 'Last 5 minutes',
    '900': 'Last 15 minutes',
    '3600': 'Last hour',
    '28800': 'Last 8 hours',
    '86400': 'Last day',
    '604800': 'Last 7 days',
  },
  refresh: 'Refresh',
  noRefresh: 'Never',
  wallRefresh: 'Default: every 10 seconds',
  everySeconds: (seconds: string): string => `Every ${seconds} seconds`,
  refreshes: {
    '5': 'Every 5 seconds',
    '10': 'Every 10 seconds',
    '60': 'Every minute',
    '300': 'Every 5 minutes',
  },
  parts: 'Parts to show',
  part: {
    title: 'Title',
    tabs: 'Page tabs',
    filter: 'Filter bar',
    export: 'Downloads',
    refresh: 'Refresh',
    logo: 'Logo',
  },
  allow: 'Viewers may',
  may: { query: 'Type a query', range: 'Change the time range', filter: 'Add filters' },
  access: 'Who can see it',
  guests: 'Guests with an embed token',
  people: 'People who sign in to Log Console',
  token: {
    title: 'Embed token',
    filter: 'Forced filter',
    filterHelp: 'Search syntax. No call of a guest removes or widens it.',
    longest: 'Longest range',
    longestUnit: 'days',
    origin: 'Allowed origin',
    minutes: 'Valid for',
    minutesUnit: 'minutes',
    backend: 'Your backend asks for a token with its own access token:',
    more: 'Backend in Node.js, Python, Go and Java',
    none: 'This server makes no embed tokens. Let your backend hand out tokens of an account that may read only this.',
    unnamed: 'An embed token opens a saved search or chosen streams. Save the search, or choose streams first.',
    live: (count: number): string => (count === 1 ? '1 token is valid now.' : `${count} tokens are valid now.`),
    show: 'Show tokens',
    hide: 'Hide tokens',
    of: (guest: string, issuer: string, until: string): string => `${guest}, made by ${issuer}, valid until ${until}`,
    revoke: 'Revoke',
    revoked: 'The embed token was revoked.',
    revokeFailed: (reason: string): string => `The embed token was not revoked: ${reason}`,
  },
  kinds: { html: 'HTML', react: 'React', vue: 'Vue', angular: 'Angular', svelte: 'Svelte' },
  framework: 'Framework',
  code: 'Code',
  copy: 'Copy code',
  copyBackend: 'Copy the request',
  bundler:
    'With a bundler: build the package log-console-elements with `npm run build`, then `npm install` its folder.',
  preview: 'Live preview',
  previewAs: { guests: 'as a guest with this token sees it', people: 'as you see it' },
  previewGuest: (username: string): string => `Preview of ${username}`,
  width: 'Width of the preview',
  previewName: (title: string): string => `Preview of ${title}`,
  close: 'Close',
  origins: 'The server answers pages of other origins only if it was started with --embed-origins.',
} as const;
