/**
 * Tests that every text control with a limit is inside a `Field`. The field says how much of a pasted text has no room;
 * without a field the browser cuts the text silently.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

/** Returns the names of the JSX elements around a node, from the inside. */
function elementsAround(node: ts.Node): string[] {
  const names: string[] = [];
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isJsxElement(at)) names.push(at.openingElement.tagName.getText());
  return names;
}

/** Returns the places of the controls with `maxLength`, by whether they are inside a `Field`. */
function limitedControls(path: string): { inField: string[]; alone: string[] } {
  const found: { inField: string[]; alone: string[] } = { inField: [], alone: [] };
  const text = readFileSync(path, 'utf8');
  // Parsing all files would take seconds.
  if (!text.includes('maxLength')) return found;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && node.name.getText() === 'maxLength') {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found[elementsAround(node).includes('Field') ? 'inField' : 'alone'].push(`${path}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('every text control with a limit is inside a Field', () => {
  const files = readdirSync('elements', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const found = files.map((name) => limitedControls(join('elements', name)));
  assert.ok(found.flatMap(({ inField }) => inField).length > 10);
  assert.deepEqual(
    found.flatMap(({ alone }) => alone),
    [],
  );
});
