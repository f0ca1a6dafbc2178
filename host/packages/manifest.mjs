// Generates `custom-elements.json` in the form of the Custom Elements Manifest, schema 1.0.0
// (github.com/webcomponents/custom-elements-manifest).
import { cssProperties } from './reference.mjs';

export function customElementsManifest(elements) {
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: elements.map(({ tag, className, description, values, events, methods, properties }) => ({
      kind: 'javascript-module',
      path: `elements/${tag}.js`,
      declarations: [
        {
          kind: 'class',
          name: `${className}Element`,
          customElement: true,
          tagName: tag,
          description,
          superclass: { name: 'HTMLElement' },
          attributes: values
            .filter(({ attribute }) => attribute !== undefined)
            .map(({ name, attribute, type, fallback, description: says }) => ({
              name: attribute,
              fieldName: name,
              type: { text: type },
              description: says,
              ...(fallback !== undefined && { default: JSON.stringify(fallback) }),
            })),
          members: [
            ...values.map(({ name, type, description: says }) => ({
              kind: 'field',
              name,
              type: { text: type },
              description: says,
            })),
            ...methods.map(({ name, signature, description: says }) => ({
              kind: 'method',
              name,
              description: says,
              return: { type: { text: signature.replace(/^.*\): /, '') } },
            })),
          ],
          events: events.map(({ name, detail, description: says }) => ({
            name,
            type: { text: `CustomEvent<${detail}>` },
            description: says,
          })),
          cssProperties: Object.entries({ ...cssProperties, ...properties }).map(([name, says]) => ({
            name,
            description: says,
          })),
          // The elements have no slots: they create all of their content, and only custom properties change its style.
          slots: [],
          cssParts: [],
        },
      ],
      exports: [
        {
          kind: 'custom-element-definition',
          name: tag,
          declaration: { name: `${className}Element`, module: `elements/${tag}.js` },
        },
      ],
    })),
  };
}
