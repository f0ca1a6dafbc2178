/**
 * Public types of plug-ins of the console. A plug-in is an ES module that exports `plugin`, a `ConsolePlugin`, and may begin with
 * comments that give its `@version`, `@author`, `@description` and `@website`. It shows custom elements that it defines. Each element
 * gets the properties documented at its place, before it is connected and again whenever they change; it asks for changes by events,
 * which need not bubble.
 */
import type { PivotResult, SearchTypeResult } from '../../../api/contract/searches.js';
import type { Event } from '../../../api/contract/events.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';

export interface ConsolePlugin {
  /** Letters, digits, `-` and `_`; no other plug-in has it. */
  readonly name: string;
  readonly routes?: readonly PluginRoute[];
  readonly menuItems?: readonly PluginMenuItem[];
  readonly widgetTypes?: readonly PluginWidgetType[];
  readonly visualizations?: readonly PluginVisualization[];
  readonly valueActions?: readonly PluginValueAction[];
  readonly decoratorPanels?: readonly PluginDecoratorPanel[];
  readonly eventActions?: readonly PluginEventAction[];
}

/** A configuration in its stored form: JSON. */
export type PluginConfig = Readonly<Record<string, unknown>>;

/** The property `host` of every element of a plug-in. */
export interface PluginHost {
  readonly theme: 'light' | 'dark';
  /** IANA name in which times are shown. */
  readonly timezone: string;
  /** BCP 47 tag for numbers and dates. */
  readonly locale: string;
  /** True when the user may change nothing. */
  readonly readonly: boolean;
  /** Base URL of the API, which answers with the session of the signed-in user. */
  readonly server: string;
  readonly username: string | null;
  readonly permissions: readonly string[];
  /** Goes to a route of the console, such as `/search?q=error`. */
  readonly navigate: (route: string) => void;
}

/** A page of its own. Its element gets `host`, `params` (of the path, decoded) and `search` (the query string without `?`). */
export interface PluginRoute {
  /** Below the console's base, `:name` for a parameter; `/plugin/NAME/…` is never a page of the console itself. */
  readonly path: string;
  readonly title: string;
  /** Tag of the custom element. */
  readonly element: string;
  /** All of them are needed to open it. */
  readonly permissions?: readonly string[];
}

/** A place that a menu leads to. */
export interface PluginLink {
  readonly title: string;
  readonly path: string;
  /** All of them are needed to see it. */
  readonly permissions?: readonly string[];
}

/** An entry of the navigation, after the console's own; with `children` a menu of its own. */
export interface PluginMenuItem {
  readonly title: string;
  readonly path?: string;
  readonly children?: readonly PluginLink[];
  readonly permissions?: readonly string[];
  /** `system`: an entry of the System menu; else of the bar. */
  readonly place?: 'main' | 'system';
}

/** Search of a widget: its messages, or an aggregation. */
export type PluginSearch =
  | { readonly type: 'messages'; readonly config?: PluginConfig }
  | { readonly type: 'aggregation'; readonly config: PluginConfig };

/**
 * A kind of widget. Its element gets `host`, `config`, `results` (of what `search` asks for, in order; undefined until the first answer)
 * and `executing`; the event `config-change` with `detail.config` changes its configuration.
 */
export interface PluginWidgetType {
  /** `type` of the stored widget. */
  readonly type: string;
  readonly title: string;
  readonly element: string;
  /** Edits the configuration beside the widget: an element that gets `host` and `config`, and tells `config-change`. */
  readonly editor?: string;
  /** Configuration of a new widget. */
  readonly config?: PluginConfig;
  /** Computes the search of a configuration; absent: none. The function must be pure. */
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
 * A visualization of aggregations. Its element gets `host`, `config`, `result` and `label` (the widget's title); the event `config-change` with
 * `detail.config` changes `visualization_config`.
 */
export interface PluginVisualization {
  /** `visualization` of the stored aggregation. */
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
  /** Undefined for a field. */
  readonly value?: unknown;
  /** Type of the field, if known. */
  readonly type?: string | undefined;
}

/**
 * An entry of the menus of fields and values, after the console's own. One of `href` (opened in a new tab) and `element` (in a
 * dialog; gets `host` and `subject`, and closes it by the event `close-dialog`).
 */
export interface PluginValueAction {
  readonly id: string;
  readonly title: string;
  /** `value` if not said. */
  readonly kind?: 'field' | 'value';
  /** Tells whether the action is offered; absent: always. */
  readonly isOffered?: (subject: PluginSubject) => boolean;
  readonly href?: (subject: PluginSubject) => string;
  readonly element?: string;
}

/**
 * Edits the configuration of one type of decorators in place of the usual fields. Its element gets `host` and `config`, and tells
 * `config-change` with `detail.config`.
 */
export interface PluginDecoratorPanel {
  /** Type of the decorator on the server. */
  readonly type: string;
  readonly element: string;
}

/** Copy of an alert or event, as the server returns it. */
export type PluginEvent = Readonly<Event>;

/**
 * An action in the details of an alert or event, after the console's own. One of `href` (opened in a new tab) and `element` (in a
 * dialog; gets `host` and `event`, and closes it by the event `close-dialog`).
 */
export interface PluginEventAction {
  readonly id: string;
  readonly title: string;
  /** Tells whether the action is offered; absent: always. */
  readonly isOffered?: (event: PluginEvent) => boolean;
  readonly href?: (event: PluginEvent) => string;
  readonly element?: string;
}
