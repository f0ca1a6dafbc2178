/** Settings of an embedded element as a person chooses them, and the attributes that follow from them. */

export type EmbedTag = 'log-search' | 'log-dashboard' | 'log-widget' | 'log-message' | 'log-tv';

/** Things that an element shows, with the attributes that name them. */
export interface EmbedSubject {
  readonly tag: EmbedTag;
  /** By property name, such as `viewId`; values are texts of attributes. */
  readonly values: Readonly<Record<string, string>>;
}

export interface EmbedChoices {
  readonly theme: 'auto' | 'light' | 'dark';
  /** Seconds or words, as the attribute takes them; empty: the range of the view. */
  readonly range: string;
  /** Seconds between refreshes; undefined: none. */
  readonly refresh: number | undefined;
  readonly hide: readonly string[];
  readonly allow: readonly string[];
  /** `guests`: the page gives a token of its own; `people`: visitors sign in to the console. */
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

/** Which choices an element has. */
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
  'log-tv': { hide: [], allow: [], range: true },
};

/** Values of the attributes by property name, without those of the server: `true` for an attribute without a value. */
export function embedValues({ tag, values }: EmbedSubject, choices: EmbedChoices): Record<string, string | true> {
  const offered = choicesOf[tag];
  const fixed = values['hide']?.split(' ') ?? [];
  const hide = offered.hide.filter((word) => choices.hide.includes(word) || fixed.includes(word));
  const allow = offered.allow.filter((word) => choices.allow.includes(word));
  const { range, refresh, theme, access } = choices;
  return {
    ...values,
    ...(offered.range && range !== '' && { range }),
    ...(offered.range && refresh !== undefined && { refresh: String(refresh) }),
    ...(hide.length > 0 && { hide: hide.join(' ') }),
    // If viewers may change nothing, the element is read-only; a wall and a message have nothing to change anyway.
    ...(allow.length > 0 ? { allow: allow.join(' ') } : offered.allow.length > 0 ? { readonly: true as const } : {}),
    ...(theme !== 'auto' && { theme }),
    ...(access === 'guests' && { auth: 'host' }),
  };
}

/** Limits of an embed token, as `POST /embed/tokens` takes them. */
export interface TokenLimits {
  /** Search syntax; empty: none. */
  readonly filter: string;
  /** Days before now of which a guest sees nothing older; undefined: no limit. */
  readonly longestDays: number | undefined;
  /** Origin of the page; empty: any. */
  readonly origin: string;
  readonly minutes: number;
}

/** The body of `POST /embed/tokens` for a subject. @returns undefined for a subject that tokens do not support */
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
    // Values of the guest's own are queries to the server.
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
