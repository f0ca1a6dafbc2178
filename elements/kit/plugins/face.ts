/**
 * Declares the public types of plug-ins of the console. A plug-in is an ES module that exports `plugin`, a
 * `ConsolePlugin`; the module may begin with comments that give its `@version`, `@author`, `@description` and
 * `@website`. A plug-in contributes custom elements, which it defines itself. An element receives the properties
 * documented for its kind before it is connected, and again whenever they change; it requests changes with events,
 * which need not bubble.
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

/** A configuration as it is stored: a JSON object. */
export type PluginConfig = Readonly<Record<string, unknown>>;

/** Type of the property `host` that every element of a plug-in receives. */
export interface PluginHost {
  readonly theme: 'light' | 'dark';
  /** IANA name of the time zone in which times are displayed. */
  readonly timezone: string;
  /** BCP 47 language tag for formatting numbers and dates. */
  readonly locale: string;
  /** True when the console lets the user change nothing. */
  readonly readonly: boolean;
  /** Base URL of the API; calls use the session of the signed-in user. */
  readonly server: string;
  readonly username: string | null;
  readonly permissions: readonly string[];
  /** Opens a route of the console, such as `/search?q=error`. */
  readonly navigate: (route: string) => void;
}

/**
 * A page of a plug-in. Its element receives the properties `host`, `params` (the decoded parameters of the path by
 * name) and `search` (the query string without `?`).
 */
export interface PluginRoute {
  /**
   * Path below the console's base path; a segment `:name` is a parameter. The console itself has no pages at
   * `/plugin/NAME/…`.
   */
  readonly path: string;
  readonly title: string;
  /** Tag of the custom element that shows the page. */
  readonly element: string;
  /** Permissions that the user needs, all of them, to open the page. */
  readonly permissions?: readonly string[];
}

/** Entry of a menu: its title and the route that it opens. */
export interface PluginLink {
  readonly title: string;
  readonly path: string;
  /** Permissions that the user needs, all of them, to see the entry. */
  readonly permissions?: readonly string[];
}

/**
 * Entry of the console's navigation, shown after the console's own entries. Set either `path`, which makes it a link,
 * or `children`, which makes it a menu.
 */
export interface PluginMenuItem {
  readonly title: string;
  readonly path?: string;
  readonly children?: readonly PluginLink[];
  readonly permissions?: readonly string[];
  /**
   * `system` adds the entry to the System menu, for which it needs a `path`; `main` (default) adds it to the navigation
   * bar.
   */
  readonly place?: 'main' | 'system';
}

/** Search of a plug-in's widget: for messages, or for an aggregation. */
export type PluginSearch =
  | { readonly type: 'messages'; readonly config?: PluginConfig }
  | { readonly type: 'aggregation'; readonly config: PluginConfig };

/**
 * A widget type. Its element receives the properties of `PluginWidgetProperties`; with the event `config-change` it
 * requests the configuration in `detail.config`.
 */
export interface PluginWidgetType {
  /** Value of `type` in stored widgets of this type. */
  readonly type: string;
  readonly title: string;
  readonly element: string;
  /**
   * Tag of the element that edits the configuration beside the widget. The element receives `host` and `config`, and
   * dispatches `config-change` with `detail.config`.
   */
  readonly editor?: string;
  /** Initial configuration of a new widget; default: an empty object. */
  readonly config?: PluginConfig;
  /**
   * Returns the search of a widget with the configuration, or undefined for no search; without this function the widget
   * has no search. The function must be pure, because the console calls it once per configuration.
   */
  readonly search?: (config: PluginConfig) => PluginSearch | undefined;
}
/**
 * Properties that the element of a widget type receives. `results` has the answers to the search in order, and is
 * undefined until the first answer.
 */
export interface PluginWidgetProperties {
  readonly host: PluginHost;
  readonly config: PluginConfig;
  readonly results: readonly SearchTypeResult[] | undefined;
  readonly executing: boolean;
}

/**
 * A visualization of aggregations. Its element receives the properties of `PluginVisualizationProperties`; with the
 * event `config-change` it requests the `visualization_config` in `detail.config`.
 */
export interface PluginVisualization {
  /** Value of `visualization` in the stored configuration of an aggregation. */
  readonly type: string;
  readonly title: string;
  readonly element: string;
}
/** Properties that the element of a visualization receives; `label` is the title of the widget. */
export interface PluginVisualizationProperties {
  readonly host: PluginHost;
  readonly label: string;
  readonly config: AggregationConfig;
  readonly result: PivotResult;
}

/** The field, or the value of a field, whose menu was opened. */
export interface PluginSubject {
  readonly kind: 'field' | 'value';
  readonly field: string;
  /** Value of the field; undefined when the menu is that of the field itself. */
  readonly value?: unknown;
  /** Type of the field; undefined if unknown. */
  readonly type?: string | undefined;
}

/**
 * An entry in the menus of fields or values, after the console's own entries. Set either `href`, whose address opens
 * in a new tab, or `element`, the tag of an element that opens in a dialog. The element receives `host` and `subject`,
 * and dispatches `close-dialog` to close the dialog.
 */
export interface PluginValueAction {
  readonly id: string;
  readonly title: string;
  /** Selects the menus of fields or those of values for the entry; `value` by default. */
  readonly kind?: 'field' | 'value';
  /** Returns whether the action is offered for a field or value; without this function the action is always offered. */
  readonly isOffered?: (subject: PluginSubject) => boolean;
  readonly href?: (subject: PluginSubject) => string;
  readonly element?: string;
}

/**
 * A panel that edits the configuration of decorators of one type, in place of the default fields. Its element receives
 * `host` and `config`, and dispatches `config-change` with `detail.config`.
 */
export interface PluginDecoratorPanel {
  /** Name of the decorator type on the server. */
  readonly type: string;
  readonly element: string;
}

/** An alert or event as the server returns it. */
export type PluginEvent = Readonly<Event>;

/**
 * An action in the details of an alert or event, after the console's own actions. Set either `href`, whose address
 * opens in a new tab, or `element`, the tag of an element that opens in a dialog. The element receives `host` and
 * `event`, and dispatches `close-dialog` to close the dialog.
 */
export interface PluginEventAction {
  readonly id: string;
  readonly title: string;
  /** Returns whether the action is offered for an event; without this function the action is always offered. */
  readonly isOffered?: (event: PluginEvent) => boolean;
  readonly href?: (event: PluginEvent) => string;
  readonly element?: string;
}
