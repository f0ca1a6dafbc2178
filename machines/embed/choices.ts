/** Settings of an embedded element as the user chooses them, and the attributes that follow from them. */

export type EmbedTag = 'log-search' | 'log-dashboard' | 'log-widget' | 'log-message' | 'log-tv';

/** An element and the attributes that determine its content. */
export interface EmbedSubject {
  readonly tag: EmbedTag;
  /** Texts of attributes by property name, for example `viewId`. */
  readonly values: Readonly<Record<string, string>>;
}

export interface EmbedChoices {
  readonly theme: 'auto' | 'light' | 'dark';
  /** Time range in seconds or in words, as the attribute accepts it; empty: the view's own range applies. */
  readonly range: string;
  /** Seconds between refreshes; undefined: there is no automatic refresh. */
  readonly refresh: number | undefined;
  readonly hide: readonly string[];
  readonly allow: readonly string[];
  /** `guests`: the page provides a token for its visitors; `people`: visitors sign in to the console. */
  readonly access: 'guests' | 'people';
}

export const firstChoices: EmbedChoices = {
  theme: 'auto',
  range: '',
  refresh: undefined,
  hide: [],
  allow: [],
  access: 'guests',
};

/**
 * Returns the settings with which the dialog starts: the subject's time range and refresh, and defaults for the others.
 */
export function startChoices({ values: { range = '', refresh } }: EmbedSubject): EmbedChoices {
  return { ...firstChoices, range, refresh: refresh === undefined ? undefined : Number(refresh) };
}

/**
 * Settings that each element supports: the parts that can be hidden (`hide`), the actions that can be allowed
 * (`allow`), and whether the element has a time range and a refresh (`range`).
 */
export const choicesOf: Readonly<
  Record<EmbedTag, { readonly hide: readonly string[]; readonly allow: readonly string[]; readonly range: boolean }>
> = {
  'log-search': { hide: ['title', 'filter', 'export', 'refresh'], allow: ['query', 'range', 'filter'], range: true },
  'log-dashboard': {
    hide: ['title', 'tabs', 'filter', 'export', 'refresh'],
    allow: ['query', 'range', 'filter'],
    range: true,
  },
  'log-widget': { hide: ['title', 'export'], allow: ['range', 'filter'], range: true },
  'log-message': { hide: [], allow: [], range: false },
  'log-tv': { hide: ['logo'], allow: [], range: true },
};

/**
 * Returns the element's attributes by property name, except the server's address; `true`: an attribute without a value.
 * Time range and refresh come only from the choices, because the dialog fills the choices with the values of the
 * subject when it opens.
 */
export function embedValues(
  { tag, values: given }: EmbedSubject,
  choices: EmbedChoices,
): Record<string, string | true> {
  const offered = choicesOf[tag];
  const { range: _range, refresh: _refresh, ...values } = given;
  const fixed = values['hide']?.split(' ') ?? [];
  const hide = offered.hide.filter((word) => choices.hide.includes(word) || fixed.includes(word));
  const allow = offered.allow.filter((word) => choices.allow.includes(word));
  const { range, refresh, theme, access } = choices;
  return {
    ...values,
    ...(offered.range && range !== '' && { range }),
    ...(offered.range && refresh !== undefined && { refresh: String(refresh) }),
    ...(hide.length > 0 && { hide: hide.join(' ') }),
    // An element in which viewers may change nothing is read-only; `log-tv` and `log-message` have nothing to change.
    ...(allow.length > 0 ? { allow: allow.join(' ') } : offered.allow.length > 0 ? { readonly: true as const } : {}),
    ...(theme !== 'auto' && { theme }),
    ...(access === 'guests' && { auth: 'host' }),
  };
}

/** Limits of an embed token, from which `tokenRequest` builds the body of `POST /embed/tokens`. */
export interface TokenLimits {
  /** Query to which the messages are limited; empty: all messages. */
  readonly filter: string;
  /** Maximum age in days of the messages that a guest sees; undefined: there is no limit. */
  readonly longestDays: number | undefined;
  /** Origin of the page that may use the token; empty: pages of any origin. */
  readonly origin: string;
  /** Lifetime of the token in minutes. */
  readonly minutes: number;
}

/**
 * Returns the body of `POST /embed/tokens` for an element.
 * @returns undefined when the element names no message, view or streams to which a token could give access
 */
export function tokenRequest(
  { tag, values }: EmbedSubject,
  choices: EmbedChoices,
  limits: TokenLimits,
): Record<string, unknown> | undefined {
  const { viewId, widgetId, index, messageId, streams } = values;
  const scope =
    tag === 'log-message'
      ? index && messageId && { message: { index, id: messageId } }
      : viewId
        ? { view: viewId, ...(tag === 'log-widget' && widgetId && { widget: widgetId }) }
        : streams && { streams: streams.split(',') };
  if (!scope) return undefined;
  const { filter, longestDays, origin, minutes } = limits;
  const allow = [
    // The server also needs the permission `query` when a guest adds a value of a result to the query.
    ...(choices.allow.includes('query') || choices.allow.includes('filter') ? ['query'] : []),
    ...(choicesOf[tag].hide.includes('export') && !choices.hide.includes('export') ? ['export'] : []),
  ];
  return {
    ...scope,
    ...(filter.trim() !== '' && { filter: filter.trim() }),
    ...(longestDays !== undefined && { longest_seconds: longestDays * 86_400 }),
    ...(origin.trim() !== '' && { origins: [origin.trim()] }),
    ...(allow.length > 0 && { allow }),
    minutes,
  };
}
