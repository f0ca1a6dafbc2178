// Describes the public interface of the elements, and contains the types that definitions cannot express: details of
// events, methods. Names, types of values and defaults come from `defineElement`. The build fails when a name is
// missing here, or a value or method exists only here.

const range = 'Seconds before now (`900`; `0` is all time), two instants (`from/to`), or words such as `last week`.';
const route =
  'Page that is shown, as its address in the console, such as `/system/users/new`; changes when the user opens another page.';
const viewId = 'Id of the dashboard.';
const filters =
  'Filters of the host page, which are added to the query of every widget; viewers can change only editable filters. A locked or hidden filter without a value matches no message.';
const hide = 'Parts that are not shown. Names of parts that the element does not have are ignored.';
const allow = 'Refinements that a viewer may make; if not empty, nothing else can be changed and nothing can be saved.';

/** Attributes and properties of every element. */
export const commonValues = {
  server: 'Base URL of the API, such as `https://logs.example.org/api`; `/api` of the page if absent.',
  consoleUrl:
    'Address of the full console, for links; by default `server` without `/api`. Guests of embed tokens see links only if it is set.',
  theme: 'Colour scheme: `auto` follows the page, `light` and `dark` are fixed.',
  timezone: 'IANA name of the time zone; by default that of the signed-in user, otherwise that of the browser.',
  readonly: 'If present, viewers can change nothing.',
  auth: 'Chooses how users sign in: by a form inside the element, or only by the host page (`log-auth-required`).',
  getToken:
    'Function that returns the token for API calls. It is called before the first API call, before an API call within the last 20 seconds before `expires_at`, and after a response with status 401. A newly set function is called at once.',
};

/** Events that every element emits: type of `detail`, and meaning. */
export const commonEvents = {
  'log-ready': [
    'Record<never, never>',
    'The element shows the requested content for the first time; not emitted while it fails.',
  ],
  'log-error': [
    'LogErrorDetail',
    'A part of the content starts to fail (`widget` is the id of the widget), or the value of an attribute or property is invalid.',
  ],
  'log-recovered': ['Record<never, never>', 'Everything that had failed works again, or a user is signed in again.'],
  'log-auth-required': [
    'LogAuthRequiredDetail',
    'No user is signed in. By default the element shows its form; prevent the event to sign users in yourself.',
  ],
  'log-navigate': [
    'LogNavigateDetail',
    'A link was followed. By default the console opens in a new tab; prevent the event to navigate elsewhere.',
  ],
  'log-resize': ['{ readonly height: number }', 'The height of the content has changed; `height` is in px.'],
};

const pause = ['pause(): Promise<void>', 'Stops the automatic refresh.'];
const resume = ['resume(): Promise<void>', 'Continues the automatic refresh.'];
const exportMessages = [
  "exportMessages(format?: 'csv' | 'json'): Promise<Blob>",
  'Resolves with a file of all messages found.',
];
const valueClick = [
  '{ readonly field: string; readonly value: unknown; readonly groups?: readonly LogValueGroup[]; readonly widget?: string }',
  'A value was clicked; prevent the event to keep its menu closed. `groups` names the groups of a bar, cell or metric of an aggregation, such as `source` = `web-02`.',
];
const messageOpen = [
  '{ readonly index: string; readonly id: string }',
  'A message was opened; prevent the event to keep its row closed.',
];
const refreshChange = [
  '{ readonly refresh: number | undefined }',
  'The refresh interval has changed; `refresh` is in seconds, undefined without automatic refresh.',
];
const changed = {
  'log-changed': ['{ readonly type: string; readonly id: string }', 'Something was saved or deleted.'],
};
const queryDetail = '{ readonly query: string; readonly range: LogRangeValue; readonly streams: readonly string[] }';
const widgetFocus = [
  '{ readonly id: string | null; readonly focusing?: boolean; readonly editing?: boolean }',
  'A single widget fills the page; `id` is null when all widgets are shown again.',
];
const page = (description, values = { route }) => ({ description, values, events: changed });

export const reference = {
  'log-alerts': {
    description: 'Recent alerts, newest first, compact enough for the corner of a page.',
    values: {
      query: 'Search syntax over the fields of events.',
      range,
      type: 'Kind of entries that are shown: alerts, events or both.',
      stream: 'Ids of streams.',
      definition: 'Ids of event definitions.',
      states: 'States to show; if empty, all states.',
      limit: 'Maximum number of alerts shown, 1 to 100.',
    },
    events: {
      'log-alert-open': [
        '{ readonly id: string }',
        'An alert was chosen; prevent the event to keep the console closed.',
      ],
    },
    methods: {
      refresh: ['refresh(): Promise<void>', 'Loads the alerts again, which also happens automatically every 30 s.'],
    },
  },
  'log-authentication': page('Sign-in services.'),
  'log-configurations': page('Settings of the server.'),
  'log-console': {
    description: 'The whole console, routing included.',
    values: {
      basePath: 'Path below which all addresses of the console are.',
      plugins: "Address of the list of plug-ins; it must have the page's own origin.",
    },
  },
  'log-content-packs': page('Content packs and their installations.'),
  'log-dashboard': {
    description: 'A dashboard with its pages.',
    values: {
      viewId,
      page: 'Id of the page to show; by default the first page.',
      query: 'Filters all widgets.',
      range: `${range} If absent, each widget has its own range.`,
      refresh: 'Seconds between refreshes.',
      variables: 'Values of its variables as in an address: `var-host=web-01`.',
      hide,
      allow,
      filters,
    },
    events: {
      'log-page-change': ['{ readonly page: string; readonly unknown?: string }', 'Another page is shown.'],
      'log-query-change': [
        '{ readonly query: string; readonly range: LogRangeValue | undefined }',
        'The user has changed the query or the range over all widgets.',
      ],
      'log-filters-change': ['{ readonly filters: readonly LogFilter[] }', 'A viewer has changed an editable filter.'],
      'log-variables-change': ['{ readonly variables: string }', 'The user has chosen a value of a variable.'],
      'log-refresh-change': refreshChange,
      'log-widget-focus': widgetFocus,
      'log-value-click': valueClick,
      'log-message-open': messageOpen,
      'log-view-saved': ['{ readonly id: string }', 'The dashboard was saved as a new dashboard.'],
    },
    methods: {
      refresh: [
        'refresh(): Promise<void>',
        'Loads the data again; resolves when all visible widgets have their results.',
      ],
      pause,
      resume,
      exportMessages,
    },
  },
  'log-event-definitions': page('Event definitions.'),
  'log-extractors': page('Extractors of an input.', { entityId: 'Id of the input.', route }),
  'log-grok-patterns': page('Grok patterns.'),
  'log-index-sets': page('Index sets and their indices.'),
  'log-inputs': page('Inputs.'),
  'log-logging': page('Log levels of the server.'),
  'log-lookup-tables': page('Lookup tables, caches and data adapters.'),
  'log-message': {
    description: 'One stored message with all its fields.',
    values: { index: 'Name of the index that contains the message.', messageId: 'Id of the message.' },
    events: { 'log-value-click': valueClick },
  },
  'log-metrics': page('Metrics of a node.'),
  'log-nodes': page('Nodes.'),
  'log-notifications': page('Notifications of alerts.'),
  'log-outputs': page('Outputs.'),
  'log-overview': page('The state of the system.', {}),
  'log-pipeline-rules': page('Rules of pipelines.'),
  'log-pipelines': page('Pipelines, their stages and connections.'),
  'log-profile': page('The account of the signed-in user.', {}),
  'log-roles': page('Roles.'),
  'log-rule-workbench': page('The workbench of one rule.', {
    entityId: 'Id of the rule; if absent, a new rule.',
    route,
  }),
  'log-search': {
    description: 'Search of log messages.',
    values: {
      query: 'Search syntax; if empty, all messages.',
      range,
      streams: 'Ids of streams; if empty, all streams.',
      viewId: 'Id of a saved search.',
      refresh: 'Seconds between refreshes.',
      hide,
      allow,
      layout: '`full`: all widgets; `compact`: search bar, histogram and messages; `messages`: only the messages.',
    },
    events: {
      'log-search-started': [queryDetail, 'A search has started.'],
      'log-search-finished': ['LogSearchFinishedDetail', 'A search has ended.'],
      'log-query-change': [
        queryDetail.replace(' }', "; readonly history: 'push' | 'replace' }"),
        'The user has changed query, range or streams; `history` says whether an address that shows them gets a new entry in the history or is replaced.',
      ],
      'log-message-open': messageOpen,
      'log-refresh-change': refreshChange,
      'log-widget-focus': widgetFocus,
      'log-view-saved': ['{ readonly id: string }', 'The search was saved.'],
    },
    methods: {
      search: ['search(): Promise<LogSearchFinishedDetail>', 'Searches with the current content of the search bar.'],
      refresh: ['refresh(): Promise<LogSearchFinishedDetail>', 'Repeats the last search.'],
      pause,
      resume,
      exportMessages,
    },
  },
  'log-share': {
    description: 'A button that opens the sharing dialog of an entity, such as a dashboard.',
    values: {
      entity: 'GRN of the entity.',
      entityTitle: 'Title of the entity, which the dialog shows.',
      open: 'If present, the dialog is open.',
    },
    events: {
      'log-shared': ['{ readonly entity: string }', 'The shares of the entity were stored.'],
      'log-close': ['Record<never, never>', 'The dialog was closed.'],
    },
  },
  'log-sidecars': page('Sidecars, their collectors and configurations.'),
  'log-stream-rules': page('Rules of a stream.', {
    entityId: 'Id of the stream.',
    index: 'Index of a message to test the rules on.',
    messageId: 'Id of that message.',
  }),
  'log-streams': page('Streams.'),
  'log-tv': {
    description: 'A dashboard for a wall display, one page after another.',
    values: {
      viewId,
      interval: 'Seconds between pages.',
      refresh: 'Seconds between refreshes.',
      tabs: 'Positions of the pages to show, from 0; if empty, all pages.',
      query: 'Is searched in addition to the queries of the widgets.',
      range: `${range} It replaces the time ranges of the widgets.`,
      variables: 'Values of its variables as in an address: `var-host=web-01`.',
      alertSound: 'If present, a sound plays for a new alert.',
      alertBadge: "If present, the window's title shows the number of alerts in the last 15 minutes.",
      hide: `${hide} This element has only the part \`logo\`.`,
    },
    events: {
      'log-page-change': [
        '{ readonly page: string; readonly title: string; readonly dashboard: string }',
        'Another page is shown: its id, its title, and the title of the dashboard.',
      ],
      'log-refreshed': ['{ readonly at: string }', 'New data is shown.'],
    },
    properties: { '--log-tv-height': 'Height of the display; by default the height of the window.' },
  },
  'log-users': page('Users.'),
  'log-widget': {
    description: 'A single widget of a dashboard.',
    values: {
      viewId,
      widgetId: 'Id of the widget.',
      query: "Added to the widget's own query.",
      range: `${range} It replaces the range of the widget.`,
      refresh: 'Seconds between refreshes.',
      hide,
      allow,
      filters,
    },
    events: {
      'log-value-click': valueClick,
      'log-message-open': messageOpen,
      'log-query-change': [
        '{ readonly query: string; readonly range: LogRangeValue | undefined }',
        'A viewer has refined the widget; a page that sets both values on other widgets refines these in the same way.',
      ],
    },
    methods: {
      refresh: ['refresh(): Promise<void>', 'Loads the data again; resolves when the widget has its result.'],
      pause,
      resume,
      exportMessages,
    },
    properties: {
      '--log-widget-height': 'Height; by default the height of the widget on its dashboard in a wide window.',
    },
  },
};

/** Custom properties that every element reads. */
export const cssProperties = {
  '--log-brand': 'Brand colour of buttons, links and marks; texts in and on this colour keep their contrast.',
  '--log-font': 'Font of texts.',
  '--log-mono-font': 'Font of code and log lines.',
  '--log-density': '`compact`, `comfortable` or `tv`; by default it depends on the kind of pointer.',
  '--log-surface':
    'Background of cards, tables, bars and inputs. Together with `--log-text` it defines a whole theme: all other colours are derived from both unless they are set.',
  '--log-canvas': 'Background between the cards.',
  '--log-raised': 'Background of menus, dialogs and tooltips; by default `--log-surface`.',
  '--log-subtle': 'Background of table heads and side panels.',
  '--log-border': 'Colour of lines around and between parts; for stronger lines it is mixed with the text colour.',
  '--log-text': 'Colour of texts.',
  '--log-text-secondary': 'Colour of labels, captions and axes.',
  '--log-danger': 'Colour of errors; its lightness is adjusted to the theme, like that of the next three colours.',
  '--log-warning': 'Colour of warnings.',
  '--log-success': 'Colour of successes.',
  '--log-info': 'Colour of hints.',
  '--log-radius': 'Corner radius of controls, by default 4px; the radii of cards and menus are proportional.',
  '--log-inset':
    'Space between the edge of an element and its content; 16px for elements with a background of their own (full search, dashboard), none for single cards.',
  '--log-chart-palette': 'Colours of chart series, separated by commas, at most 64.',
};
