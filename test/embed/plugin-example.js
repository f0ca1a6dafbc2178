// @version 1.0.0
// @author Log Console
// @description An example with one part of each kind that a plug-in can add
// A plug-in of the console in plain JavaScript. Start the server with `--plugin FILE`.
// Each part is a custom element. The console sets its properties; the event `config-change` reports a new configuration.

/**
 * Renders again when a property is set. Styles come from a constructed style sheet, because the page's policy forbids
 * <style> elements.
 */
class Part extends HTMLElement {
  static properties = [
    'host',
    'params',
    'search',
    'config',
    'results',
    'executing',
    'result',
    'label',
    'subject',
    'event',
  ];
  static sheet = new CSSStyleSheet();

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [Part.sheet];
    this.body = document.createElement('div');
    this.shadowRoot.append(this.body);
  }

  connectedCallback() {
    this.render();
  }

  /** Text is inserted as text, because log content must never become HTML. */
  show(...nodes) {
    this.body.replaceChildren(...nodes);
  }

  make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  tell(config) {
    this.dispatchEvent(new CustomEvent('config-change', { detail: { config } }));
  }
}
Part.sheet.replaceSync(`
  :host { display: block; color: var(--lc-text-primary); font: 13px/20px system-ui, sans-serif; }
  h1, p { margin: 0 0 8px; }
  h1 { font-size: 20px; line-height: 28px; }
  strong { font-size: 28px; line-height: 36px; }
  label { display: flex; flex-direction: column; gap: 4px; }
  .row { display: grid; grid-template-columns: 1fr 3fr auto; gap: 8px; align-items: center; }
  meter { width: 100%; }
`);
for (const name of Part.properties) {
  Object.defineProperty(Part.prototype, name, {
    get() {
      return this[`_${name}`];
    },
    set(value) {
      this[`_${name}`] = value;
      if (this.isConnected) this.render();
    },
  });
}

class ExamplePage extends Part {
  render() {
    const go = this.make(
      'button',
      { type: 'button', onclick: () => this.host.navigate('/search?q=error') },
      'Search errors',
    );
    this.show(
      this.make('h1', {}, `Hello, ${this.params.name}`),
      this.make('p', {}, `Signed in as ${this.host.username}, in ${this.host.timezone}.`),
      go,
    );
  }
}

class ExampleCount extends Part {
  render() {
    const [pivot] = this.results ?? [];
    this.show(
      this.make('strong', {}, pivot ? String(pivot.total) : '…'),
      this.make('p', {}, this.config.words ?? 'messages'),
    );
  }
}

class ExampleCountEditor extends Part {
  // The form is created once, because rendering it again would interrupt typing.
  render() {
    if (this.body.firstChild) return;
    const input = this.make('input', { value: this.config.words ?? '' });
    input.oninput = () => this.tell({ ...this.config, words: input.value });
    this.show(this.make('label', {}, 'Words below the number', input));
  }
}

class ExampleBars extends Part {
  render() {
    const rows = this.result.rows.filter((row) => row.source === 'leaf');
    const valueOf = (row) => Number(row.values.find((one) => one.rollup)?.value ?? row.values[0]?.value ?? 0);
    const most = Math.max(1, ...rows.map(valueOf));
    this.show(
      ...rows.map((row) =>
        this.make(
          'div',
          { className: 'row' },
          row.key.join(', '),
          this.make('meter', { max: most, value: valueOf(row), ariaLabel: row.key.join(', ') }),
          String(valueOf(row)),
        ),
      ),
    );
  }
}

class ExampleLetters extends Part {
  render() {
    const text = String(this.subject.value);
    const close = () => this.dispatchEvent(new Event('close-dialog'));
    this.show(
      this.make('p', {}, `“${text}” has ${[...text].length} letters.`),
      this.make('button', { type: 'button', onclick: close }, 'Thank you'),
    );
  }
}

class ExampleHandOver extends Part {
  render() {
    const close = () => this.dispatchEvent(new Event('close-dialog'));
    this.show(
      this.make('p', {}, `${this.host.username} hands “${this.event.message}” over.`),
      this.make('button', { type: 'button', onclick: close }, 'Done'),
    );
  }
}

class ExampleSeverity extends Part {
  render() {
    if (this.body.firstChild) return;
    const input = this.make('input', { value: this.config.source_field ?? '' });
    input.oninput = () => this.tell({ ...this.config, source_field: input.value, target_field: `${input.value}_name` });
    this.show(this.make('label', {}, 'Field that holds the level', input));
  }
}

const elements = {
  'example-page': ExamplePage,
  'example-count': ExampleCount,
  'example-count-editor': ExampleCountEditor,
  'example-bars': ExampleBars,
  'example-letters': ExampleLetters,
  'example-hand-over': ExampleHandOver,
  'example-severity': ExampleSeverity,
};
for (const [tag, Element] of Object.entries(elements)) customElements.define(tag, Element);

export const plugin = {
  name: 'example',
  routes: [{ path: '/plugin/example/hello/:name', title: 'Hello', element: 'example-page' }],
  menuItems: [
    {
      title: 'Example',
      children: [
        { title: 'World', path: '/plugin/example/hello/world' },
        { title: 'Moon', path: '/plugin/example/hello/moon' },
      ],
    },
    { title: 'Example settings', path: '/plugin/example/hello/settings', place: 'system', permissions: ['*'] },
  ],
  widgetTypes: [
    {
      type: 'example-count',
      title: 'Big number',
      element: 'example-count',
      editor: 'example-count-editor',
      config: { words: 'messages in all' },
      search: () => ({ type: 'aggregation', config: { series: [{ function: 'count()' }] } }),
    },
  ],
  visualizations: [{ type: 'example-bars', title: 'Plain bars', element: 'example-bars' }],
  valueActions: [
    {
      id: 'letters',
      title: 'Count letters',
      element: 'example-letters',
      isOffered: ({ value }) => typeof value === 'string',
    },
    {
      id: 'look-up',
      title: 'Look up in the wiki',
      href: ({ value }) => `https://wiki.example/?q=${encodeURIComponent(String(value))}`,
    },
  ],
  eventActions: [
    { id: 'hand-over', title: 'Hand over', element: 'example-hand-over', isOffered: ({ alert }) => alert },
    {
      id: 'ticket',
      title: 'Open a ticket',
      href: ({ id }) => `https://tickets.example/new?alert=${encodeURIComponent(id)}`,
    },
  ],
  decoratorPanels: [{ type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator', element: 'example-severity' }],
};
