// Generates standalone directives for Angular: properties are inputs, events are typed outputs, and nothing is loaded
// during server-side rendering. They have the form of published libraries ("partial compilation",
// angular.dev/tools/libraries), which the compiler of the application links.

/** Converts `log-search-finished` to `logSearchFinished`. */
const outputName = (event) => event.replace(/-([a-z])/g, (_whole, letter) => letter.toUpperCase());
const exportName = (className) => className[0].toLowerCase() + className.slice(1);

/** Oldest compiler that links these declarations: standalone directives came with Angular 14. */
const minVersion = '14.0.0';
/** Version of Angular that defines the format of these declarations. */
const version = '21.0.0';

function directiveText({ tag, className, values, events }) {
  const inputs = Object.fromEntries(values.map(({ name }) => [name, name]));
  const outputs = Object.fromEntries(events.map(({ name }) => [outputName(name), outputName(name)]));
  return `
export class ${className} extends LogDirective {
  constructor() {
    super(${JSON.stringify(Object.fromEntries(events.map(({ name }) => [outputName(name), name])))}, () => import('./elements/${tag}.js'));
  }
  static ɵfac = i0.ɵɵngDeclareFactory({
    minVersion: '${minVersion}', version: '${version}', ngImport: i0, type: ${className}, deps: [], target: i0.ɵɵFactoryTarget.Directive,
  });
  static ɵdir = i0.ɵɵngDeclareDirective({
    minVersion: '${minVersion}', version: '${version}', ngImport: i0, type: ${className}, isStandalone: true, selector: '${tag}',
    inputs: ${JSON.stringify(inputs)},
    outputs: ${JSON.stringify(outputs)},
    exportAs: ['${exportName(className)}'],
  });
}
inputs(${className}, ${JSON.stringify(values.map(({ name }) => name))});
`;
}

/** Returns the text of `angular.js`. */
export function angularText(elements) {
  return `import * as i0 from '@angular/core';

class LogDirective {
  constructor(events, load) {
    this.element = i0.inject(i0.ElementRef).nativeElement;
    for (const [output, name] of Object.entries(events)) {
      const emitter = (this[output] = new i0.EventEmitter());
      this.element.addEventListener?.(name, (event) => emitter.emit(event));
    }
    if (typeof customElements !== 'undefined') load().catch((error) => console.error(error));
  }
}

function inputs(Directive, names) {
  for (const name of names)
    Object.defineProperty(Directive.prototype, name, {
      get() {
        return this.element[name];
      },
      set(value) {
        this.element[name] = value;
      },
    });
}
${elements.map(directiveText).join('')}
export { configure } from './elements/configure.js';
`;
}

function directiveTypes({ tag, className, values, events }) {
  const inputs = values.map(({ name }) => `'${name}': { 'alias': '${name}'; 'required': false }`);
  const outputs = events.map(({ name }) => `'${outputName(name)}': '${outputName(name)}'`);
  return `
/** \`<${tag}>\` as a standalone directive. */
export declare class ${className} {
  /** The element itself, with its methods. */
  readonly element: Log.${className}Element;
${values.map(({ name, description }) => `  /** ${description} */\n  ${name}: Log.${className}Attributes['${name}'];\n`).join('')}${events
    .map(
      ({ name, description }) =>
        `  /** ${description} */\n  readonly ${outputName(name)}: i0.EventEmitter<Log.${className}EventMap['${name}']>;\n`,
    )
    .join('')}${values
    .filter(({ type }) => type === 'boolean')
    .map(({ name }) => `  static ngAcceptInputType_${name}: boolean | '' | undefined;\n`)
    .join('')}  static ɵfac: i0.ɵɵFactoryDeclaration<${className}, never>;
  static ɵdir: i0.ɵɵDirectiveDeclaration<
    ${className}, '${tag}', ['${exportName(className)}'],
    { ${inputs.join('; ')} },
    { ${outputs.join('; ')} },
    never, never, true, never
  >;
}
`;
}

/** Returns the text of `types/angular.d.ts`. */
export function angularTypes(elements) {
  return `import * as i0 from '@angular/core';
import type * as Log from './index.js';
export { configure, type PageDefaults } from './index.js';
${elements.map(directiveTypes).join('')}`;
}
