/** Combines an element's definition with the members that every element has. */
import type { ComponentType } from 'react';
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

/** Describes a property without an attribute, such as a function. */
export type PropertyKind<T> = Pick<AttributeKind<T>, 'type' | 'fallback' | 'accept'>;
// oxlint-disable-next-line typescript/no-explicit-any -- kinds of different values in one record; each is used with its own value only
export type PropertyKinds = Readonly<Record<string, PropertyKind<any>>>;

export type PropertyValues<Kinds extends PropertyKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name]['fallback'];
};

export interface EventPlan {
  /** True when a listener may prevent the default action. */
  readonly cancelable?: boolean;
}

export interface ElementPlan {
  readonly tag: string;
  readonly attributes: AttributeKinds;
  /** Attributes and properties by name. */
  readonly kinds: PropertyKinds;
  readonly events: Readonly<Record<string, EventPlan>>;
  readonly methods: readonly string[];
  /** Event that marks the first content: the first rendering, or a call by the component. */
  readonly ready: 'rendering' | 'component';
  /** Decides who handles a missing session: the sign-in form inside the element, or the component. */
  readonly signIn: 'inside' | 'component';
  readonly density: Density | undefined;
  /** Shown while the component is being loaded. */
  readonly placeholder: ComponentType | undefined;
}

/** Accepts a function or undefined. */
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

/** Attributes that every element has (public face, "On every element"). */
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

/** Attributes of every element together with the attributes of one element. */
export type ElementValues = AttributeValues<typeof commonAttributes> &
  PropertyValues<typeof commonProperties> &
  Readonly<Record<string, unknown>>;

export const commonEvents: Readonly<Record<string, EventPlan>> = {
  'log-ready': {},
  'log-error': {},
  'log-auth-required': { cancelable: true },
  'log-navigate': { cancelable: true },
  'log-resize': {},
};
