// Runs axe on an element and its shadow root. Element tests must not use `to.be.accessible()` of @open-wc/testing.
// Tabster puts invisible focus stops around a dialog some time after the dialog has opened, and axe reports each of
// them. A check that does not leave these stops out fails or passes depending on the moment at which it runs.
import axe from 'axe-core';

/** Milliseconds within which violations disappear that exist only during a transition or while a dialog opens. */
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
  // Preloading reads all style sheets, and only a rule about sounds needs it, which the elements do not play.
  const { violations } = await axe.run(element, { resultTypes: ['violations'], elementRef: true, preload: false });
  return violations
    .map((violation) => ({
      ...violation,
      nodes: violation.nodes.filter((node) => !node.element?.hasAttribute('data-tabster-dummy')),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`);
}
