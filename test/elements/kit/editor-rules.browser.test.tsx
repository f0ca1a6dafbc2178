import { expect } from '@open-wc/testing';
import { templateLanguage } from '../../../elements/admin/sidecars/template-language.js';
import { createFieldEditor } from '../../../elements/kit/code/field-editor.js';
import { createQueryEditor } from '../../../elements/search/query/query-editor.js';

const none = (): void => {};

describe('code editors', () => {
  it('add no further style rules after the first editors, in 200 roots', () => {
    const styles = { '.cm-content': { padding: '4px' } };
    let sheets: readonly CSSStyleSheet[] = [];
    const open = (): void => {
      const host = document.createElement('div');
      const root = host.attachShadow({ mode: 'open' });
      const parent = document.createElement('div');
      root.append(parent);
      document.body.append(host);
      const place = { parent, text: 'level:3', selection: { anchor: 0, head: 0 }, onChange: none, onSubmit: none };
      const editors = [
        createFieldEditor({ ...place, label: 'Field', language: undefined, styles }),
        createFieldEditor({ ...place, label: 'Template', language: templateLanguage(() => []), styles }),
        createQueryEditor({
          ...place,
          label: 'Query',
          language: [],
          placeholder: '',
          complete: () => Promise.resolve(undefined),
          onHistory: none,
          onRecall: none,
          // The test double leaves out options that the rules do not use.
        } as unknown as Parameters<typeof createQueryEditor>[0]),
      ];
      sheets = [...root.adoptedStyleSheets];
      for (const editor of editors) editor.destroy();
      host.remove();
    };
    const rules = (): number => sheets.reduce((sum, sheet) => sum + sheet.cssRules.length, 0);
    open();
    const first = rules();
    expect(first).to.be.greaterThan(10);
    for (let count = 0; count < 200; count++) open();
    expect(rules()).to.equal(first);
  });
});
