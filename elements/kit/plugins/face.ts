/**
 * Public types of plug-ins of the console. A plug-in is an ES module that exports `plugin`, a `ConsolePlugin`, and may
 * begin with
 * comments that give its `@version`, `@author`, `@description` and `@website`. It contributes custom elements that it
 * defines. Each element receives the properties documented for its kind before it is connected, and again whenever they
 * change; it requests changes with events, which need not bubble.
 */
import type { PivotResult, SearchTypeResult } from '../../../api/contract/searches.js';
import type { Event } from '../../../api/contract/events.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';

export interface ConsolePlugin {
  /** Unique name of letters, digits, `-` and `_`. */
  readonly name: string;
  readonly routes?: readonly PluginRoute[];
  readonly menuItems?: readonly PluginMenuItem[];
  readonly widgetTypes?: readonly PluginWidgetType[];
  readonly visualizations?: readonly PluginVisualization[];
  readonly valueActions?: readonly PluginValueAction[];
  readonly decoratorPanels?: readonly PluginDecoratorPanel[];
  readonly eventActions?: readonly PluginEventAction[];
}

/** A configuration as it is stored: JSON. */
export type PluginConfig = Readonly<Record<string, unknown>>;

/** Property `host` of every plug-in element. */
export interface PluginHost {
  readonly theme: 'light' | 'dark';
  /** IANA name of the zone for displayed times. */
  readonly timezone: string;
  /** BCP 47 tag for numbers and dates. */
  readonly locale: string;
  /** True when the user may not change anything. */
  readonly readonly: boolean;
  /** Base URL of the API; calls use the session of the signed-in user. */
  readonly server: string;
  readonly username: string | null;
  readonly permissions: readonly string[];
  /** Opens a route of the console, such as `/search?q=error`. */
  readonly navigate: (route: string) => void;
}

/**
 * A page of a plug-in. Its element receives `host`, `params` (of the path, decoded) and `search` (the query string
 * without `?`).
 */
export interface PluginRoute {
  /**
   * Path below the console's base, with `:name` for a parameter; `/plugin/NAME/…` is never a page of the console
   * itself.
   */
  readonly path: string;
  readonly title: string;
  /** Tag of the custom element. */
  readonly element: string;
  /** Permissions, all of which are needed to open the page. */
  readonly permissions?: readonly string[];
}

/** Target of a menu entry. */
export interface PluginLink {
  readonly title: string;
  readonly path: string;
  /** Permissions, all of which are needed to see the entry. */
  readonly permissions?: readonly string[];
}

/** Navigation entry, shown after the console's own; with `children` it is a menu. */
export interface PluginMenuItem {
  readonly title: string;
  readonly path?: string;
  readonly children?: readonly PluginLink[];
  readonly permissions?: readonly string[];
  /** `system` adds the entry to the System menu, `main` (default) to the navigation bar. */
  readonly place?: 'main' | 'system';
}

/** Search of a widget: its messages, or an aggregation. */
export type PluginSearch =
  | { readonly type: 'messages'; readonly config?: PluginConfig }
  | { readonly type: 'aggregation'; readonly config: PluginConfig };

/**
 * A widget type. Its element receives `host`, `config`, `results` (answers to `search` in order; undefined until the
 * first answer) and `executing`; the event `config-change` with `detail.config` changes its configuration.
 */
export interface PluginWidgetType {
  /** Value of `type` in the stored widget. */
  readonly type: string;
  readonly title: string;
  readonly element: string;
  /**
   * Tag of an element that edits the configuration beside the widget: it receives `host` and `config`, and dispatches
   * `config-change`.
   */
  readonly editor?: string;
  /** Configuration of a new widget. */
  readonly config?: PluginConfig;
  /** Computes the search for a configuration; absent: the widget has no search. The function must be pure. */
  readonly search?: (config: PluginConfig) => PluginSearch | undefined;
}
/** Properties of a widget type's element. */
export interface PluginWidgetProperties {
  readonly host: PluginHost;
  readonly config: PluginConfig;
  readonly results: readonly SearchTypeResult[] | undefined;
  readonly executing: boolean;
}

/**
 * A visualization of aggregations. Its element receives `host`, `config`, `result` and `label` (the widget's title);
 * the event `config-change` with `detail.config` changes `visualization_config`.
 */
export interface PluginVisualization {
  /** Value of `visualization` in the stored aggregation. */
  readonly type: string;
  readonly title: string;
  readonly element: string;
}
/** Properties of a visualization's element. */
export interface PluginVisualizationProperties {
  readonly host: PluginHost;
  readonly label: string;
  readonly config: AggregationConfig;
  readonly result: PivotResult;
}

/** Field or value for which the menu was opened. */
export interface PluginSubject {
  readonly kind: 'field' | 'value';
  readonly field: string;
  /** Value of the field; undefined when the menu belongs to the field itself. */
  readonly value?: unknown;
  /** Type of the field, if known. */
  readonly type?: string | undefined;
}

/**
 * An entry in the menus of fields and values, after the console's own. Set either `href` (opens in a new tab) or
 * `element` (opens in a dialog, receives `host` and `subject`, and dispatches `close-dialog` to close it).
 */
export interface PluginValueAction {
  readonly id: string;
  readonly title: string;
  /** Kind of menu; default `value`. */
  readonly kind?: 'field' | 'value';
  /** Tells whether the action is offered; absent: always. */
  readonly isOffered?: (subject: PluginSubject) => boolean;
  readonly href?: (subject: PluginSubject) => string;
  readonly element?: string;
}

/**
 * Edits the configuration of one decorator type in place of the default fields. Its element receives `host` and
 * `config`, and dispatches `config-change` with `detail.config`.
 */
export interface PluginDecoratorPanel {
  /** Decorator type on the server. */
  readonly type: string;
  readonly element: string;
}

/** Copy of an alert or event, as the server returns it. */
export type PluginEvent = Readonly<Event>;

/**
 * An action in the details of an alert or event, after the console's own. Set either `href` (opens in a new tab) or
 * `element` (opens in a dialog, receives `host` and `event`, and dispatches `close-dialog` to close it).
 */
export interface PluginEventAction {
  readonly id: string;
  readonly title: string;
  /** Tells whether the action is offered; absent: always. */
  readonly isOffered?: (event: PluginEvent) => boolean;
  readonly href?: (event: PluginEvent) => string;
  readonly element?: string;
}
