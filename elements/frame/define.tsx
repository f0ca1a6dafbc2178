/**
 * Defines a custom element from a React component:
 *
 *     defineElement('log-search', LogSearch, {
 *       attributes: { query: text(''), layout: oneOf(['full', 'compact'], 'full') },
 *       events: { 'log-message-open': { cancelable: true } },
 *       methods: ['search', 'refresh'],
 *     });
 *
 * A large component is passed lazily; `early` starts loading it at once if the page already contains the element:
 *
 *     const page = early('log-inputs', () => import('./admin/inputs/index.js'));
 *     defineElement('log-inputs', lazyPart(page, 'LogInputs'), { … });
 *
 * The component receives attributes and properties as props; `useHostElement`, `useConnection` and
 * `useElementMethods` connect it with the element. Every element also has the attributes of `commonAttributes` in
 * `plan.ts` (`server`, `theme`, `timezone` …).
 */
import type { ComponentType, LazyExoticComponent } from 'react';
import type { AttributeKinds, AttributeValues } from '../element/attributes.js';
import { createElementRoot } from './element-root.js';
import { createElementClass } from '../element/host-element.js';
import {
  commonAttributes,
  commonEvents,
  commonProperties,
  type ElementPlan,
  type EventPlan,
  type MissingValue,
  type PropertyKinds,
  type PropertyValues,
} from '../element/plan.js';
import type { Density } from '../element/theme/host-style.js';

export interface ElementDefinition<Kinds extends AttributeKinds, Properties extends PropertyKinds> {
  /** Attributes by property name; the attribute has the same name in kebab case (`viewId`, `view-id`). */
  readonly attributes?: Kinds;
  /** Properties without an attribute. */
  readonly properties?: Properties;
  readonly events?: Readonly<Record<`log-${string}`, EventPlan>>;
  /** Names of the public methods; the component registers them with `useElementMethods`. Each returns a promise. */
  readonly methods?: readonly string[];
  /** With `component`, the component calls `useHostElement().ready()` once its first content is shown. */
  readonly ready?: ElementPlan['ready'];
  /** With `component`, the component itself renders its state while nobody is signed in. */
  readonly signIn?: ElementPlan['signIn'];
  /**
   * Returns the notice that replaces the component when a required value is missing; undefined when none is missing.
   */
  readonly missing?: (values: AttributeValues<Kinds>) => MissingValue | undefined;
  /** Fixed density, which overrides the page's `--log-density`. */
  readonly density?: Density;
}

export type ElementProps<Kinds extends AttributeKinds, Properties extends PropertyKinds> = AttributeValues<Kinds> &
  PropertyValues<Properties>;

/** A component, or a lazily loaded one. */
type ElementComponent<Props> = ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>;

/**
 * Called for every definition in a build without a DOM; the package for embedders (host/packages) is generated from
 * these definitions.
 */
type DefinitionListener = (
  tag: string,
  definition: Pick<ElementPlan, 'attributes' | 'events' | 'methods'> & { readonly properties: PropertyKinds },
) => void;
const definitionListener = (): DefinitionListener | undefined =>
  (globalThis as { [listenerKey]?: DefinitionListener })[listenerKey];
const listenerKey = Symbol.for('log-console.definitions');

/** Class that `defineElement` returns in environments without a DOM. */
// The class is never constructed: without a DOM nothing can define or create an element.
const NoElement = class {} as unknown as CustomElementConstructor;

/**
 * Defines a tag once: if the tag is taken, warns and keeps the first definition.
 * @returns the registered class; without a DOM, a class that cannot be instantiated
 */
export function defineElement<
  const Kinds extends AttributeKinds = Record<never, never>,
  const Properties extends PropertyKinds = Record<never, never>,
>(
  tag: `log-${string}`,
  Component: ElementComponent<ElementProps<Kinds, Properties>>,
  definition: ElementDefinition<Kinds, Properties> = {},
): CustomElementConstructor {
  // Without a DOM (server-side rendering) importing an element defines no tag; the browser upgrades the tag later.
  if (typeof customElements === 'undefined') {
    definitionListener()?.(tag, {
      attributes: { ...commonAttributes, ...definition.attributes },
      properties: { ...commonProperties, ...definition.properties },
      events: { ...commonEvents, ...definition.events },
      methods: definition.methods ?? [],
    });
    return NoElement;
  }
  const taken = customElements.get(tag);
  if (taken) {
    console.warn(`<${tag}> is already defined on this page; the first definition stays`);
    return taken;
  }
  const attributes = { ...commonAttributes, ...definition.attributes };
  const plan: ElementPlan = {
    tag,
    attributes,
    kinds: { ...attributes, ...commonProperties, ...definition.properties },
    events: { ...commonEvents, ...definition.events },
    methods: definition.methods ?? [],
    ready: definition.ready ?? 'rendering',
    signIn: definition.signIn ?? 'inside',
    // Cast: the values of an element have the kinds of its definition.
    missing: definition.missing as ElementPlan['missing'],
    density: definition.density,
  };
  const Element = createElementClass(plan, createElementRoot(plan, Component as ComponentType<object>));
  customElements.define(tag, Element);
  return Element;
}
