// Axe over an element and its shadow root, without the unseen stops that Tabster sets around open dialogs: those are its own affair.
import axe from 'axe-core';

/** Throws with every violation: rule, help, and the markup concerned. */
export async function expectAccessible(element: Element): Promise<void> {
  const { violations } = await axe.run(element, { resultTypes: ['violations'] });
  const found = violations
    .map((violation) => ({
      ...violation,
      nodes: violation.nodes.filter((node) => !node.html.includes('data-tabster-dummy')),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`);
  if (found.length > 0) throw new Error(found.join('\n'));
}
