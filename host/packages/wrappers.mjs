// Generates thin components for React and Vue: values are set as properties, events are typed, and nothing is loaded
// during server-side rendering.

/** Converts `log-search-finished` to `onLogSearchFinished`. */
const handlerName = (event) => `on${event.replace(/(^|-)([a-z])/g, (_whole, _dash, letter) => letter.toUpperCase())}`;
const namesOf = ({ values }) => JSON.stringify(values.map(({ name }) => name));
const eventsOf = ({ events }) =>
  JSON.stringify(Object.fromEntries(events.map(({ name }) => [handlerName(name), name])));

export function reactText(elements) {
  return `'use client';
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from 'react';

function component(tag, names, events, load) {
  const Component = forwardRef(function LogElement(props, ref) {
    const element = useRef(null);
    const latest = useRef(props);
    const set = useRef({});
    useImperativeHandle(ref, () => element.current, []);
    useEffect(() => {
      latest.current = props;
      for (const name of names) {
        if (Object.is(set.current[name], props[name])) continue;
        set.current[name] = props[name];
        element.current[name] = props[name];
      }
    });
    useEffect(() => {
      load().catch((error) => console.error(error));
      const own = element.current;
      const listeners = Object.entries(events).map(([handler, name]) => {
        const listener = (event) => latest.current[handler]?.(event);
        own.addEventListener(name, listener);
        return () => own.removeEventListener(name, listener);
      });
      return () => listeners.forEach((end) => end());
    }, []);
    const rest = Object.fromEntries(Object.entries(props).filter(([name]) => !names.includes(name) && !(name in events)));
    return createElement(tag, { ...rest, ref: element });
  });
  Component.displayName = tag;
  return Component;
}

${elements.map((one) => `export const ${one.className} = component('${one.tag}', ${namesOf(one)}, ${eventsOf(one)}, () => import('./elements/${one.tag}.js'));`).join('\n')}
export { configure } from './elements/configure.js';
`;
}

export function reactTypes(elements) {
  return `import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type * as Log from './index.js';
export { configure, type PageDefaults } from './index.js';
type Own<Element, Attributes> = Omit<HTMLAttributes<Element>, keyof Attributes> & Attributes;
${elements
  .map(
    ({ className, events }) => `export interface ${className}Handlers {
${events.map(({ name }) => `  readonly ${handlerName(name)}?: ((event: Log.${className}EventMap['${name}']) => unknown) | undefined;`).join('\n')}
}
export declare const ${className}: ForwardRefExoticComponent<
  Own<Log.${className}Element, Log.${className}Attributes> & ${className}Handlers & RefAttributes<Log.${className}Element>
>;
`,
  )
  .join('')}`;
}

export function vueText(elements) {
  return `import { defineComponent, h, onMounted, ref } from 'vue';

function component(tag, names, events, load) {
  return defineComponent({
    name: tag,
    inheritAttrs: false,
    props: Object.fromEntries(names.map((name) => [name, { type: null, default: undefined }])),
    emits: events,
    setup(props, { attrs, emit, expose }) {
      const element = ref(null);
      onMounted(() => {
        load().catch((error) => console.error(error));
      });
      expose({ element });
      return () =>
        h(tag, {
          ...attrs,
          ...Object.fromEntries(names.map((name) => ['.' + name, props[name]])),
          ...Object.fromEntries(events.map((name) => ['onL' + name.slice(1), (event) => emit(name, event)])),
          ref: element,
        });
    },
  });
}

${elements.map((one) => `export const ${one.className} = component('${one.tag}', ${namesOf(one)}, ${JSON.stringify(one.events.map(({ name }) => name))}, () => import('./elements/${one.tag}.js'));`).join('\n')}
export { configure } from './elements/configure.js';
/** Tells whether a tag is one of these elements; for \`compilerOptions.isCustomElement\` of Vue. */
export const isLogElement = (tag) => tag.startsWith('log-');
`;
}

export function vueTypes(elements) {
  return `import type { DefineComponent, Ref } from 'vue';
import type * as Log from './index.js';
export { configure, type PageDefaults } from './index.js';
export declare const isLogElement: (tag: string) => boolean;
${elements
  .map(
    ({ className, events }) => `export declare const ${className}: DefineComponent<
  Log.${className}Attributes,
  { readonly element: Ref<Log.${className}Element | null> },
  {}, {}, {}, {}, {},
  {
${events.map(({ name }) => `    '${name}': (event: Log.${className}EventMap['${name}']) => unknown;`).join('\n')}
  }
>;
`,
  )
  .join('')}`;
}
