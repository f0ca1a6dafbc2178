import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  choosableGrantees,
  collaboratorsOf,
  defaultCapability,
  missingDependencies,
  ownersConcerned,
} from '../../../machines/share-dialog/collaborators.js';
import { answerOf, everyone, grantee } from './fixtures.js';

const grantees = [
  grantee('zoe'),
  grantee('ada'),
  grantee('ops', 'team'),
  { id: everyone, type: 'global', title: 'Everyone' } as const,
];
const ids = Object.fromEntries(grantees.map(({ title, id }) => [title, id]));
const id = (title: string): string => ids[title] ?? '';

test('new collaborators are first, the latest at the top; then unknown ones, everyone, teams and users by title', () => {
  const answer = answerOf({
    available_grantees: [...grantees, grantee('eve'), grantee('bob')],
    active_shares: [id('zoe'), 'grn::::user:gone', everyone, id('ops'), id('ada')].map((one) => ({
      grant: 'grn::::grant:g',
      grantee: one,
      capability: 'view',
    })),
  });
  const selection = {
    [id('zoe')]: 'view',
    [id('ada')]: 'own',
    [id('ops')]: 'view',
    [everyone]: 'view',
    'grn::::user:gone': 'view',
    'grn::::user:eve': 'manage',
    'grn::::user:bob': 'view',
  } as const;
  const added = ['grn::::user:bob', 'grn::::user:eve'];
  assert.deepEqual(
    collaboratorsOf(answer, selection, added).map(({ kind, title, mark }) => `${kind} ${title} ${mark}`),
    [
      'user eve new',
      'user bob new',
      'error not found grn::::user:gone unchanged',
      'global Everyone unchanged',
      'team ops unchanged',
      'user ada changed',
      'user zoe unchanged',
    ],
  );
  // A stored grantee that was removed and added again does not count as new.
  assert.deepEqual(
    collaboratorsOf(answer, { [id('zoe')]: 'view' }, [id('zoe')]).map(({ mark }) => mark),
    ['unchanged'],
  );
});

test('the dialog lists grantees that are not selected yet, the preselected capability, owners whose removal was refused, and dependencies that collaborators cannot see', () => {
  const answer = answerOf({ available_grantees: grantees });
  assert.deepEqual(
    choosableGrantees(answer, { [id('ada')]: 'view' }).map(({ title }) => title),
    ['Everyone', 'ops', 'zoe'],
  );
  assert.equal(defaultCapability(answer), 'view');
  assert.equal(defaultCapability({ available_capabilities: [{ id: 'manage', title: 'Verwalter' }] }), 'manage');
  assert.equal(defaultCapability({ available_capabilities: [] }), 'view');
  assert.deepEqual(ownersConcerned(answer), []);
  const context = { selected_grantee_capabilities: [id('ada'), 'grn::::user:gone'] };
  assert.deepEqual(
    ownersConcerned({
      available_grantees: grantees,
      validation_result: { failed: true, errors: {}, error_context: context },
    }).map(({ kind, title }) => `${kind} ${title}`),
    ['user ada', 'error not found grn::::user:gone'],
  );
  const stream = { id: 'grn::::stream:s', type: 'stream', title: 'Firewall', owners: [] };
  assert.deepEqual(
    missingDependencies({
      available_grantees: grantees,
      missing_permissions_on_dependencies: {
        [id('ada')]: [stream],
        [id('zoe')]: [],
        'grn::::user:gone': [stream],
      },
    }),
    [{ grantee: grantee('ada'), dependencies: [stream] }],
  );
});
