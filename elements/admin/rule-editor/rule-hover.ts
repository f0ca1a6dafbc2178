/** Provides the tooltips of the rule editor: documentation of a function, and findings at a position. */
import { syntaxTree } from '@codemirror/language';
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import { typedSignatureOf, type RuleFacts } from '../../../machines/pipelines/rule-facts.js';
import { findingsAt } from './rule-findings.js';
import { callAt } from './rule-place.js';

const element = (name: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

export function ruleHover(facts: () => RuleFacts) {
  return hoverTooltip((view, at): Tooltip | null => {
    const found = findingsAt(view.state, at);
    const call = callAt(syntaxTree(view.state), view.state.doc.toString(), at);
    const described = call && facts().functions.find(({ name }) => name === call.name);
    if (found.length === 0 && !described) return null;
    const [first] = found;
    const from = first?.from ?? call?.from ?? at;
    return {
      pos: from,
      end: first?.to ?? call?.to ?? at,
      above: true,
      create: () => {
        const dom = element('div', '', 'cm-about');
        for (const { title, text } of found) {
          dom.append(element('div', title, 'cm-about-title'));
          if (text !== undefined) dom.append(element('p', text));
        }
        if (described) {
          dom.append(element('code', typedSignatureOf(described)));
          if (described.description) dom.append(element('p', described.description));
        }
        return { dom };
      },
    };
  });
}
