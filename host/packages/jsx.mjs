// Generates the types of the tags for the markup of frameworks. An application imports the module of its framework
// once.

/**
 * Maps the events of an element to the names under which the framework listens; `prefix` precedes the name of the
 * event.
 */
const listeners = (prefix) =>
  `type Listeners<Events> = { readonly [Name in keyof Events as Name extends \`log-\${string}\` ? \`${prefix}\${Name}\` : never]?: ((event: Events[Name]) => unknown) | undefined };\n`;

/** Replaces the framework's types of attributes with the same names, such as `open`. */
const own = 'type Own<Theirs, Ours> = Omit<Theirs, keyof Ours> & Ours;\n';

const frameworks = {
  react: {
    head: `import type { DetailedHTMLProps, HTMLAttributes } from 'react';\n${listeners('on')}${own}`,
    place: ['react', 'namespace JSX', 'IntrinsicElements'],
    theirs: (element) => `DetailedHTMLProps<HTMLAttributes<${element}>, ${element}>`,
  },
  preact: {
    head: `import type { HTMLAttributes } from 'preact';\n${listeners('on')}${own}`,
    place: ['preact', 'namespace JSX', 'IntrinsicElements'],
    theirs: (element) => `HTMLAttributes<${element}>`,
  },
  solid: {
    head: `import type { JSX } from 'solid-js';\n${listeners('on:')}${own}type Properties<Ours> = { readonly [Name in keyof Ours as \`prop:\${string & Name}\`]?: Ours[Name] };\n`,
    place: ['solid-js', 'namespace JSX', 'IntrinsicElements'],
    theirs: (element) => `JSX.HTMLAttributes<${element}>`,
    further: (name) => ` & Properties<Log.${name}Attributes>`,
  },
  svelte: {
    head: `import type { HTMLAttributes } from 'svelte/elements';\n${listeners('on')}${own}`,
    place: ['svelte/elements', undefined, 'SvelteHTMLElements'],
    theirs: (element) => `HTMLAttributes<${element}>`,
  },
};

const vueEntry = ({ tag, className, events }) =>
  `    '${tag}': DefineComponent<Log.${className}Attributes, {}, {}, {}, {}, {}, {}, { ${events
    .map(({ name }) => `'${name}': (event: Log.${className}EventMap['${name}']) => unknown`)
    .join('; ')} }>;`;

/**
 * Generates the types for a framework.
 * @param {'react' | 'preact' | 'solid' | 'svelte' | 'vue'} framework
 * @returns {string} a declaration file
 */
export function jsxTypes(framework, elements) {
  const imports = `import type * as Log from './index.js';\n`;
  if (framework === 'vue')
    return `${imports}import type { DefineComponent } from 'vue';
declare module 'vue' {
  interface GlobalComponents {
${elements.map(vueEntry).join('\n')}
  }
}
`;
  const { head, place, theirs, further = () => '' } = frameworks[framework];
  const [module, namespace, table] = place;
  const entries = elements.map(
    ({ tag, className }) =>
      `      '${tag}': Own<${theirs(`Log.${className}Element`)}, Log.${className}Attributes> & Listeners<Log.${className}EventMap>${further(className)};`,
  );
  const declared = `    interface ${table} {\n${entries.join('\n')}\n    }\n`;
  return `${imports}${head}declare module '${module}' {
${namespace === undefined ? declared : `  ${namespace} {\n${declared}  }\n`}}
`;
}
