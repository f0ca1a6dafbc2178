/**
 * Defines the plan of an element: its own attributes, properties, events and methods, and those that every element has.
 */
import {
  address,
  BadValue,
  flag,
  oneOf,
  timeZone,
  type AttributeKind,
  type AttributeKinds,
  type AttributeValues,
} from './attributes.js';
import type { TokenSource } from './connection.js';
import type { Density } from './theme/host-style.js';

/** Kind of a property that has no attribute, such as a function. */
export type PropertyKind<T> = Pick<AttributeKind<T>, 'type' | 'fallback' | 'accept'>;
// oxlint-disable-next-line typescript/no-explicit-any -- kinds of different values in one record; each is used with its own value only
export type PropertyKinds = Readonly<Record<string, PropertyKind<any>>>;

export type PropertyValues<Kinds extends PropertyKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name]['fallback'];
};

export interface EventPlan {
  /** True when a listener can prevent the default action of the event. */
  readonly cancelable?: boolean;
}

/** Notice for an element that lacks a value: `title` for viewers, and `help` for the developer of the page. */
export interface MissingValue {
  readonly title: string;
  readonly help?: string | undefined;
}

export interface ElementPlan {
  readonly tag: string;
  readonly attributes: AttributeKinds;
  /** Kinds of all properties by name, both those with and those without an attribute. */
  readonly kinds: PropertyKinds;
  readonly events: Readonly<Record<string, EventPlan>>;
  readonly methods: readonly string[];
  /** When the element emits `log-ready`: after the first rendering, or when the component calls `ready`. */
  readonly ready: 'rendering' | 'component';
  /** Names the part that handles a missing session: the sign-in form inside the element, or the component. */
  readonly signIn: 'inside' | 'component';
  /**
   * Returns the notice that is shown in place of the component and of the sign-in form when a required value is
   * missing; undefined when none is missing.
   */
  readonly missing: ((values: Readonly<Record<string, unknown>>) => MissingValue | undefined) | undefined;
  readonly density: Density | undefined;
}

/** Returns the kind of properties that accept a function or undefined. */
export function callback<Call extends (...values: never[]) => unknown>(
  type = '((...values: never[]) => unknown) | undefined',
): PropertyKind<Call | undefined> {
  return {
    type,
    fallback: undefined,
    accept: (value) => {
      if (value === undefined || typeof value === 'function') return value as Call | undefined;
      throw new BadValue('a function', value);
    },
  };
}

/** The attributes that every element has (handbook, embedding.md, "On every element"). */
export const commonAttributes = {
  server: address(),
  consoleUrl: address(),
  theme: oneOf(['auto', 'light', 'dark'], 'auto'),
  timezone: timeZone(),
  readonly: flag(),
  auth: oneOf(['form', 'host'], 'form'),
} as const;

export const commonProperties = {
  getToken: callback<NonNullable<TokenSource['getToken']>>('(() => Promise<LogToken>) | undefined'),
} as const;

/** Values of the attributes and properties that every element has, together with those of one element. */
export type ElementValues = AttributeValues<typeof commonAttributes> &
  PropertyValues<typeof commonProperties> &
  Readonly<Record<string, unknown>>;

export const commonEvents: Readonly<Record<string, EventPlan>> = {
  'log-ready': {},
  'log-error': {},
  'log-recovered': {},
  'log-auth-required': { cancelable: true },
  'log-navigate': { cancelable: true },
  'log-resize': {},
};
