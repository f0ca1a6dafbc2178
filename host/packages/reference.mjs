// Describes the public interface of the elements, and contains the types that definitions cannot express: details of
// events, methods. Names, types of values and defaults come from `defineElement`. The build fails when a name is
// missing here or exists only here.

const range = 'Seconds before now (`900`; `0` is all time), two instants (`from/to`), or words such as `last week`.';
const route = 'Address within the page, below the one of the console, such as `/users/new`; follows what is opened.';
const viewId = 'Id of the dashboard.';
const filters =
  'Filters of the page, added to the query of every widget; a viewer can change those that are editable. Locked or hidden without a value: nothing is found.';
const hide = 'Parts that are not shown. A word for a part that the element does not have changes nothing.';
const allow =
  'Refinements that are open to a viewer; when some are given, nothing else can be changed and nothing saved.';

/** Attributes and properties of every element. */
export const commonValues = {
  server: 'Base URL of the API, such as `https://logs.example.org/api`; `/api` of the page if absent.',
  consoleUrl:
    'Address of the full console, for links; `server` without `/api` if absent. Guests of embed tokens see links only if it is set.',
  theme: 'Colours: those of the page, or fixed.',
  timezone: "IANA name; that of the signed-in person, else the browser's, if absent.",
  readonly: 'Present: nothing can be changed, only looked at.',
  auth: 'Chooses who signs people in: a form inside the element, or only the page around it (`log-auth-required`).',
  getToken:
    'Gives the token of calls; asked at first need, with the first call in the last 20 seconds before `expires_at`, and after a 401. Another function is asked at once.',
};

/** Events that every element emits: type of `detail`, and meaning. */
export const commonEvents = {
  'log-ready': [
    'Record<never, never>',
    'The element shows what it is asked for, for the first time; not while it fails.',
  ],
  'log-error': [
    'LogErrorDetail',
    'Something that the element shows or is asked for starts to fail (`widget` names the widget), or an attribute or property cannot be read.',
  ],
  'log-recovered': ['Record<never, never>', 'Everything works again that failed, or somebody is signed in again.'],
  'log-auth-required': [
    'LogAuthRequiredDetail',
    'Nobody is signed in. The default is the form inside the element; prevent it to sign people in yourself.',
  ],
  'log-navigate': [
    'LogNavigateDetail',
    'A link was followed. The default opens the console in a new tab; prevent it to go elsewhere.',
  ],
  'log-resize': ['{ readonly height: number }', 'The height of the content changed (px).'],
};

const pause = ['pause(): Promise<void>', 'Stops refreshing.'];
const resume = ['resume(): Promise<void>', 'Goes on refreshing.'];
const exportMessages = [
  "exportMessages(format?: 'csv' | 'json'): Promise<Blob>",
  'Everything that was found, as a file.',
];
const valueClick = [
  '{ readonly field: string; readonly value: unknown; readonly groups?: readonly LogValueGroup[]; readonly widget?: string }',
  'A value was clicked; prevent it to keep its menu closed. `groups` names the groups of a bar, cell or metric of an aggregation, such as `source` = `web-02`.',
];
const messageOpen = [
  '{ readonly index: string; readonly id: string }',
  'A message was opened; prevent it to keep the row closed.',
];
const refreshChange = ['{ readonly refresh: number | undefined }', 'Seconds between refreshes; undefined: none.'];
const changed = {
  'log-changed': ['{ readonly type: string; readonly id: string }', 'Something was saved or deleted.'],
};
const queryDetail = '{ readonly query: string; readonly range: LogRangeValue; readonly streams: readonly string[] }';
const widgetFocus = [
  '{ readonly id: string | null; readonly focusing?: boolean; readonly editing?: boolean }',
  'A widget has the page for itself; null: none any more.',
];
const page = (description, values = { route }) => ({ description, values, events: changed });

export const reference = {
  'log-alerts': {
    description: 'Alerts of the last time, newest first, compact enough for the corner of a page.',
    values: {
      query: 'Search syntax over the fields of events.',
      range,
      type: 'Kind of entries that are shown: alerts, events or both.',
      stream: 'Ids of streams.',
      definition: 'Ids of event definitions.',
      states: 'States to show; empty: all.',
      limit: 'Number of alerts shown at most, 1 to 100.',
    },
    events: {
      'log-alert-open': ['{ readonly id: string }', 'An alert was chosen; prevent it to keep the console closed.'],
    },
    methods: { refresh: ['refresh(): Promise<void>', 'Asks again; it does so by itself every 30 s.'] },
  },
  'log-authentication': page('Sign-in services.'),
  'log-configurations': page('Settings of the cluster.'),
  'log-console': {
    description: 'The whole console, routing included.',
    values: {
      basePath: 'Path of the page below which the console keeps its addresses.',
      plugins: "Address of the list of plug-ins; it must have the page's own origin.",
    },
  },
  'log-content-packs': page('Content packs and their installations.'),
  'log-dashboard': {
    description: 'A dashboard with its pages.',
    values: {
      viewId,
      page: 'Id of the page to show; the first if absent.',
      query: 'Filters all widgets.',
      range: `${range} Absent: each widget has its own.`,
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
        'Somebody changed the filter or the range over all widgets.',
      ],
      'log-filters-change': ['{ readonly filters: readonly LogFilter[] }', 'A viewer changed an editable filter.'],
      'log-variables-change': ['{ readonly variables: string }', 'Somebody chose a value of a variable.'],
      'log-refresh-change': refreshChange,
      'log-widget-focus': widgetFocus,
      'log-value-click': valueClick,
      'log-message-open': messageOpen,
      'log-view-saved': ['{ readonly id: string }', 'The dashboard was saved as another one.'],
    },
    methods: {
      refresh: ['refresh(): Promise<void>', 'Resolves when what is in sight was answered.'],
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
    values: { index: 'Name of its index.', messageId: 'Its id.' },
    events: { 'log-value-click': valueClick },
  },
  'log-metrics': page('Metrics of a node.'),
  'log-nodes': page('Nodes.'),
  'log-notifications': page('Notifications of alerts.'),
  'log-outputs': page('Outputs.'),
  'log-overview': page('The state of the system.', {}),
  'log-pipeline-rules': page('Rules of pipelines.'),
  'log-pipelines': page('Pipelines, their stages and connections.'),
  'log-profile': page('The account of whoever is signed in.', {}),
  'log-roles': page('Roles.'),
  'log-rule-workbench': page('The workbench of one rule.', { entityId: 'Id of the rule; absent: a new one.', route }),
  'log-search': {
    description: 'Search of log messages.',
    values: {
      query: 'Search syntax; empty: everything.',
      range,
      streams: 'Ids of streams; empty: all.',
      viewId: 'Id of a saved search.',
      refresh: 'Seconds between refreshes.',
      hide,
      allow,
      layout: 'Everything; bar, histogram and messages; or messages alone.',
    },
    events: {
      'log-search-started': [queryDetail, 'A search is on its way.'],
      'log-search-finished': ['LogSearchFinishedDetail', 'A search was answered.'],
      'log-query-change': [
        queryDetail.replace(' }', "; readonly history: 'push' | 'replace' }"),
        'Somebody changed query, range or streams; `history` says whether an address gets a new entry or is replaced.',
      ],
      'log-message-open': messageOpen,
      'log-refresh-change': refreshChange,
      'log-widget-focus': widgetFocus,
      'log-view-saved': ['{ readonly id: string }', 'The search was saved.'],
    },
    methods: {
      search: ['search(): Promise<LogSearchFinishedDetail>', 'Searches what stands in the bar.'],
      refresh: ['refresh(): Promise<LogSearchFinishedDetail>', 'Searches once more what was searched last.'],
      pause,
      resume,
      exportMessages,
    },
  },
  'log-share': {
    description: 'A button that shares something, and its dialog.',
    values: {
      entity: 'GRN of what is shared.',
      entityTitle: 'Its title.',
      open: 'Present: the dialog is open.',
    },
    events: {
      'log-shared': ['{ readonly entity: string }', 'It was shared.'],
      'log-close': ['Record<never, never>', 'The dialog was closed.'],
    },
  },
  'log-sidecars': page('Sidecars, their collectors and configurations.'),
  'log-stream-rules': page('Rules of a stream.', {
    entityId: 'Id of the stream.',
    index: 'Index of a message to try the rules on.',
    messageId: 'Id of that message.',
  }),
  'log-streams': page('Streams.'),
  'log-tv': {
    description: 'A dashboard on a wall, page after page.',
    values: {
      viewId,
      interval: 'Seconds between pages.',
      refresh: 'Seconds between refreshes.',
      tabs: 'Positions of the pages to show, from 0; empty: all.',
      query: 'Replaces the queries of the widgets.',
      range: `${range} It replaces the time ranges of the widgets.`,
      variables: 'Values of its variables as in an address: `var-host=web-01`.',
      alertSound: 'Present: a new alert is heard.',
      alertBadge: "Present: the window's title says how many alerts there were lately.",
      hide: `${hide} A wall has the part \`logo\`.`,
    },
    events: {
      'log-page-change': [
        '{ readonly page: string; readonly title: string; readonly dashboard: string }',
        'Another page is shown: its id, its title, and the title of the dashboard.',
      ],
      'log-refreshed': ['{ readonly at: string }', 'New data is shown.'],
    },
    properties: { '--log-tv-height': 'Height of the display; that of the window if not set.' },
  },
  'log-users': page('Users.'),
  'log-widget': {
    description: 'One widget of a dashboard alone.',
    values: {
      viewId,
      widgetId: 'Id of the widget.',
      query: "Added to the widget's own query.",
      range: `${range} In place of the widget's own.`,
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
        'Somebody refined the widget; setting both on other widgets makes them follow.',
      ],
    },
    methods: { refresh: ['refresh(): Promise<void>', 'Asks again.'], pause, resume, exportMessages },
    properties: { '--log-widget-height': 'Height; that of the widget on its dashboard if not set.' },
  },
};

/** Custom properties that every element reads. */
export const cssProperties = {
  '--log-brand': 'Brand colour of buttons, links and marks; contrast is kept.',
  '--log-font': 'Font of texts.',
  '--log-mono-font': 'Font of code and log lines.',
  '--log-density': '`compact`, `comfortable` or `tv`; as the pointer needs it if not set.',
  '--log-surface':
    'Background of cards, tables, bars and inputs. With `--log-text` it makes a whole theme: what is not set follows from both.',
  '--log-canvas': 'Background between the cards.',
  '--log-raised': 'Background of menus, dialogs and tooltips; `--log-surface` if not set.',
  '--log-subtle': 'Background of table heads and side panels.',
  '--log-border': 'Lines around and between parts; stronger ones are mixed with the text.',
  '--log-text': 'Colour of texts.',
  '--log-text-secondary': 'Colour of labels, captions and axes.',
  '--log-danger': 'Colour of errors; lightness follows the theme, as for the next three.',
  '--log-warning': 'Colour of warnings.',
  '--log-success': 'Colour of successes.',
  '--log-info': 'Colour of hints.',
  '--log-radius': 'Corners of controls (4px if not set); those of cards and menus are in proportion.',
  '--log-inset':
    'Space between the edge of an element and its content; 16px for elements with a background of their own (full search, dashboard), none for single cards.',
  '--log-chart-palette': 'Colours of chart series, separated by commas, at most 64.',
};
