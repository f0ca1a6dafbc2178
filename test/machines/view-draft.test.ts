import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewDocument } from '../../machines/view/document.js';
import { draftOfView, fittingDraft, isViewDraft } from '../../machines/view/view-draft.js';

const documentOf = (id: string, title: string): ViewDocument =>
  ({
    view: {
      id,
      title,
      type: 'SEARCH',
      search_id: 's',
      state: { q: { widgets: [], widget_mapping: {}, positions: {} } },
    },
    search: { id: 's', queries: [{ id: 'q' }] },
    // The tested functions read only these members of a document.
  }) as unknown as ViewDocument;

const opened = documentOf('v', 'As stored');
const changed = documentOf('v', 'As changed');
const shown = { document: changed, activeQuery: 'q', stored: opened };
const stored = { kind: 'stored', viewId: 'v' } as const;

test('a draft keeps the changes of a stored view, and a new search even if it is unchanged', () => {
  assert.deepEqual(draftOfView(shown, true), {
    document: changed,
    activeQuery: 'q',
    changed: true,
    basis: opened.view,
  });
  assert.equal(draftOfView(shown, false), undefined, 'an unchanged stored view needs no draft');
  assert.equal(draftOfView({ ...shown, stored: undefined }, false)?.changed, false);
  assert.equal(draftOfView({ ...shown, document: undefined }, true), undefined);
});

test('a draft is restored only to the same version of the same view', () => {
  const draft = draftOfView(shown, true);
  assert.equal(fittingDraft(draft, stored, opened)?.document.view.title, 'As changed');
  assert.equal(fittingDraft(draft, stored, documentOf('v', 'Changed by somebody')), undefined);
  assert.equal(fittingDraft(draft, stored, documentOf('other', 'As stored')), undefined);
  assert.equal(
    fittingDraft(draft, { kind: 'new' }, opened),
    undefined,
    'the draft of a stored view is not restored to a new search',
  );
  const fresh = draftOfView({ ...shown, stored: undefined }, true);
  assert.equal(fittingDraft(fresh, { kind: 'new' }, documentOf('x', ''))?.document.view.title, 'As changed');
  assert.equal(
    fittingDraft(fresh, stored, opened),
    undefined,
    'the draft of a new search is not restored to a stored view',
  );
});

test('a stored draft is distinguished from other stored values', () => {
  const draft = draftOfView(shown, true);
  assert.equal(isViewDraft(JSON.parse(JSON.stringify(draft))), true);
  for (const bad of [null, 1, {}, { ...draft, document: null }, { ...draft, document: { view: {}, search: {} } }])
    assert.equal(isViewDraft(bad), false, JSON.stringify(bad));
});
