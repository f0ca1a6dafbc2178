// Runs axe on an element and its shadow root. The invisible focus stops that Tabster puts around open dialogs are excluded, because
// Tabster owns them.
import axe from 'axe-core';

/** Milliseconds for fade-in transitions and for the keyboard library to notice a dialog. */
const settledWithinMs = 5_000;

/** Throws an error that lists every remaining violation: rule, help text and affected markup. */
export async function expectAccessible(element: Element): Promise<void> {
  const deadline = Date.now() + settledWithinMs;
  let found = await violationsOf(element);
  while (found.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    found = await violationsOf(element);
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}

async function violationsOf(element: Element): Promise<readonly string[]> {
  const { violations } = await axe.run(element, { resultTypes: ['violations'] });
  return violations
    .map((violation) => ({
      ...violation,
      nodes: violation.nodes.filter((node) => !node.html.includes('data-tabster-dummy')),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`);
}
