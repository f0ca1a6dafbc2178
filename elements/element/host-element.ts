/**
 * The class of a custom element extends the class of @r2wc/react-to-web-component 2.1.1 (r2wc). That class
 * creates the shadow root and mounts, updates and unmounts the React root. The class in this file handles what r2wc
 * does not: attributes that are removed, invalid or without a value, properties set before the upgrade, moves in the
 * document, and changes before the element is connected.
 */
import r2wc from '@r2wc/react-to-web-component';
import type { ComponentType } from 'react';
import { BadValue, attributeName, type AttributeKind } from './attributes.js';
import type { FailureCode } from '../../api/failures.js';
import type { CalledElement } from './call-method.js';
import { ElementHealth, errorDetail } from './element-health.js';
import { acquireConnection, type Connection, type TokenSource } from './connection.js';
import { RootEnvironment } from './environment.js';
import { onPageDefaults, pageDefaults } from './page-defaults.js';
import type { ElementMethods, EmitOptions } from './host-context.js';
import type { ElementPlan, ElementValues } from './plan.js';
import { apiAddress } from './server-address.js';

/** Symbols under which r2wc stores its state; they are internal to r2wc, so its version is pinned. */
const r2wcRender = Symbol.for('r2wc.render');
const r2wcConnected = Symbol.for('r2wc.connected');
const r2wcProps = Symbol.for('r2wc.props');

interface R2wcElement extends HTMLElement {
  container: HTMLElement;
  connectedCallback(): void;
  disconnectedCallback(): void;
  [r2wcRender](): void;
  [r2wcConnected]: boolean;
  [r2wcProps]: object;
}

/** Props of the React root of an element; a new object for every rendering. */
export interface ElementState {
  readonly host: HostElement;
  readonly environment: RootEnvironment;
  readonly connection: Connection;
  readonly values: ElementValues;
}

/** Interface of the element for its React components. */
export interface HostElement extends HTMLElement {
  emit(name: string, detail?: object, options?: EmitOptions): boolean;
  reflect(property: string, value: unknown): void;
  /**
   * Emits `log-error` for an error that is no failure of the content.
   * @param property name of the property whose value is invalid; the error is not repeated until the page sets the
   * property to a valid value
   */
  report(error: unknown, property?: string): void;
  readonly health: ElementHealth;
  offer(methods: ElementMethods): () => void;
}

/**
 * Error for an attribute or property with an invalid value; the message names the tag, the property and the accepted
 * values.
 */
class BadValueError extends TypeError {
  readonly code: FailureCode = 'bad-value';
}

/** Returns the class of the custom elements of one tag; `Root` is their root component. */
export function createElementClass(
  plan: ElementPlan,
  Root: ComponentType<ElementState>,
): CustomElementConstructor & { prototype: HostElement } {
  const Base = r2wc(Root, { shadow: 'open' }) as new () => R2wcElement;
  const kinds = new Map(Object.entries(plan.kinds));
  const byAttribute = new Map(Object.keys(plan.attributes).map((name) => [attributeName(name), name]));

  class Element extends Base implements HostElement {
    static get observedAttributes(): string[] {
      return [...byAttribute.keys()];
    }

    readonly health = new ElementHealth((name, detail) => this.emit(name, detail));
    readonly #environment: RootEnvironment;
    // The cast is safe: every plan has the kinds of the values that all elements have.
    #values = Object.fromEntries([...kinds].map(([name, kind]) => [name, kind.fallback])) as ElementValues;
    #connection: Connection | undefined;
    /** Ids of what was rendered last, such as the value of `viewId`, in the order of the properties. */
    #shownIds: readonly unknown[] = [];
    #unconfigure: (() => void) | undefined;
    #reflecting: string | undefined;
    #rendering = false;
    /** Last report about each invalid property, so that a value that a framework sets repeatedly is reported once. */
    readonly #wrong = new Map<string, string>();
    #pendingErrors: [error: unknown, property: string][] = [];
    #methods: ElementMethods | undefined;
    /** Calls of methods that wait for a connection or for the component. */
    #waitingCalls: (() => void)[] = [];

    constructor() {
      super();
      // r2wc assumes that the element is connected from the start, and would render at the first attribute change.
      this[r2wcConnected] = false;
      // The shadow root exists, because the constructor of r2wc has called `attachShadow`.
      this.#environment = new RootEnvironment(this, this.shadowRoot as ShadowRoot);
      this.container = this.#environment.box;
    }

    override connectedCallback(): void {
      this.#takeEarlyProperties();
      this.#environment.hostStyle.open();
      this.#unconfigure ??= onPageDefaults(() => this.#schedule());
      for (const [error, property] of this.#pendingErrors.splice(0)) this.report(error, property);
      this.#schedule();
    }

    /**
     * Unmounts the element if it is still disconnected at the end of the current task. A move in the document is a
     * removal followed by an insertion in one task, and must not unmount the element.
     */
    override disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return;
        super.disconnectedCallback();
        this.#environment.hostStyle.close();
        this.#unconfigure?.();
        this.#unconfigure = undefined;
        this.#connection?.release(this);
        this.#connection = undefined;
        this.#resumeCalls();
      });
    }

    /** Does nothing: its presence keeps browsers from disconnecting the element during a move with `moveBefore`. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
      const name = byAttribute.get(attribute);
      if (name === undefined || this.#reflecting === name) return;
      const kind = kinds.get(name);
      if (kind)
        this.#change(name, () => (text === null ? kind.fallback : (kind as AttributeKind<unknown>).parse(text)));
    }

    /** Handles a property that a script has set. */
    setValue(name: string, given: unknown): void {
      const kind = kinds.get(name);
      // A page that sets its token function again has perhaps signed a user in, so the function may now return a token.
      if (name === 'getToken' && typeof given === 'function' && given === this.#values.getToken)
        this.#connection?.validateIfMissing();
      if (kind && this.#change(name, () => kind.accept(given ?? undefined)))
        this.#toAttribute(name, given ?? undefined);
    }

    getValue(name: string): unknown {
      return this.#values[name];
    }

    reflect(name: string, value: unknown): void {
      this.#values = { ...this.#values, [name]: value };
      this.#toAttribute(name, value);
      this.#schedule();
    }

    emit(name: string, detail: object = {}, options?: EmitOptions): boolean {
      if (options?.inside) return true;
      const cancelable = options?.cancelable ?? plan.events[name]?.cancelable ?? false;
      return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
    }

    report(error: unknown, property?: string): void {
      const said = error instanceof Error ? error.message : String(error);
      if (property !== undefined) {
        if (this.#wrong.get(property) === said) return;
        this.#wrong.set(property, said);
      }
      // The message is also written to the browser's console, so that the author of the page sees a misspelt value
      // even if the page does not listen for `log-error`.
      console.warn(said);
      this.emit('log-error', errorDetail(error));
    }

    offer(methods: ElementMethods): () => void {
      this.#methods = methods;
      this.#resumeCalls();
      return () => {
        if (this.#methods === methods) this.#methods = undefined;
      };
    }

    /** Calls a public method with the function of call-method.ts, which is loaded at the first call. */
    async callMethod(name: string, values: unknown[]): Promise<unknown> {
      const element: CalledElement = {
        wasConnected: this.isConnected,
        isConnected: () => this.isConnected,
        connection: () => this.#connection,
        methods: () => this.#methods,
        missing: () => plan.missing?.(this.#values),
        changed: () => new Promise((resume) => this.#waitingCalls.push(resume)),
      };
      const { callMethod } = await import('./call-method.js').catch((error: unknown) => {
        // Cast: the promise of a script that cannot be loaded is rejected with an Error.
        throw Object.assign(error as Error, { code: 'failed' });
      });
      return callMethod(element, name, values);
    }

    #resumeCalls(): void {
      for (const resume of this.#waitingCalls.splice(0)) resume();
    }

    /**
     * Sets the value of a property and schedules a rendering if the value has changed.
     * @returns false when `read` threw because the new value is invalid; the last valid value is kept and the error
     * reported
     */
    #change(name: string, read: () => unknown): boolean {
      let value: unknown;
      try {
        value = read();
      } catch (error) {
        const message = error instanceof BadValue ? error.message : String(error);
        const shown = name in plan.attributes ? attributeName(name) : name;
        const problem = new BadValueError(`<${plan.tag}> ${shown}: ${message}`, { cause: error });
        if (this.isConnected) this.report(problem, name);
        else this.#pendingErrors.push([problem, name]);
        return false;
      }
      this.#wrong.delete(name);
      if (!Object.is(this.#values[name], value)) {
        this.#values = { ...this.#values, [name]: value };
        this.#schedule();
      }
      return true;
    }

    #toAttribute(name: string, given: unknown): void {
      const kind = plan.attributes[name];
      if (!kind) return;
      const attribute = attributeName(name);
      const text = given === undefined ? null : kind.stringify(this.#values[name]);
      if (this.getAttribute(attribute) === text) return;
      this.#reflecting = name;
      if (text === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, text);
      this.#reflecting = undefined;
    }

    /**
     * Takes over properties that were set before the element was upgraded. Such an own property of the object would
     * hide the accessor of the class, so it is deleted and its value set again.
     */
    #takeEarlyProperties(): void {
      for (const name of kinds.keys()) {
        const own = Object.getOwnPropertyDescriptor(this, name);
        if (!own) continue;
        Reflect.deleteProperty(this, name);
        this.setValue(name, own.value);
      }
    }

    /** Schedules one rendering for all changes of a task; does nothing while the element is disconnected. */
    #schedule(): void {
      if (this.#rendering || !this.isConnected) return;
      this.#rendering = true;
      queueMicrotask(() => {
        this.#rendering = false;
        if (this.isConnected) this.#render();
      });
    }

    /** Returns the values of the element; values that are not set are taken from the page's defaults (`configure`). */
    #effectiveValues(): ElementValues {
      const { server, getToken, theme, timezone } = pageDefaults();
      const own = this.#values;
      return {
        ...own,
        server: own.server ?? server,
        getToken: own.getToken ?? getToken,
        theme: own.theme === 'auto' ? (theme ?? 'auto') : own.theme,
        timezone: own.timezone ?? timezone,
      };
    }

    #render(): void {
      const values = this.#effectiveValues();
      const source: TokenSource = { server: apiAddress(values.server), getToken: values.getToken };
      this.#connection = acquireConnection(source, this, this.#connection);
      const ids = Object.keys(values).flatMap((name) => (name.endsWith('Id') ? [values[name]] : []));
      if (ids.some((id, at) => id !== this.#shownIds[at])) this.#connection.dropReplacedToken();
      this.#shownIds = ids;
      const state: ElementState = {
        host: this,
        environment: this.#environment,
        connection: this.#connection,
        values,
      };
      this[r2wcProps] = state;
      this[r2wcConnected] = true;
      this[r2wcRender]();
      this.#resumeCalls();
    }
  }

  for (const name of kinds.keys()) {
    Object.defineProperty(Element.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return this.getValue(name);
      },
      set(this: Element, value: unknown) {
        this.setValue(name, value);
      },
    });
  }
  for (const name of plan.methods) {
    if (kinds.has(name)) {
      // A method and an attribute share the name, such as `refresh`. Reading the property returns the method. Setting
      // the property, as frameworks do, sets the value of the attribute.
      Object.defineProperty(Element.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: Element) {
          return (...values: unknown[]) => this.callMethod(name, values);
        },
        set(this: Element, value: unknown) {
          this.setValue(name, value);
        },
      });
      continue;
    }
    Object.defineProperty(Element.prototype, name, {
      configurable: true,
      writable: true,
      value(this: Element, ...values: unknown[]) {
        return this.callMethod(name, values);
      },
    });
  }
  return Element;
}
