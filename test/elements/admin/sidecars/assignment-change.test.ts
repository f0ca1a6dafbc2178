/** Tests the assignments that the dialog for several nodes sends: automatic ones stay with their rules and tags. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Assignment } from '../../../../api/contract/sidecars.schema.js';
import { assignedTo, changedAssignments, lockOf } from '../../../../elements/admin/sidecars/assignment-change.js';

const assignment = (collector_id: string, configuration_id: string, more: Partial<Assignment> = {}): Assignment => ({
  collector_id,
  configuration_id,
  assigned_from_tags: [],
  ...more,
});
const nodes = [
  {
    node_id: 'n1',
    assignments: [
      assignment('beat', 'by-hand'),
      assignment('beat', 'by-tag', { assigned_from_tags: ['web'] }),
      assignment('other', 'unrelated'),
    ],
  },
  { node_id: 'n2', assignments: [assignment('beat', 'by-rule', { assigned_from_rule: true })] },
];

test('a choice in the assignment dialog adds and removes only what was assigned by hand, and leaves other collectors alone', () => {
  const choices = new Map([
    ['by-hand', false],
    ['by-tag', true],
    ['added', true],
  ]);
  assert.deepEqual(changedAssignments(nodes, 'beat', choices), {
    nodes: [
      {
        node_id: 'n1',
        assignments: [
          { collector_id: 'other', configuration_id: 'unrelated' },
          { collector_id: 'beat', configuration_id: 'added' },
        ],
      },
      {
        node_id: 'n2',
        assignments: [
          { collector_id: 'beat', configuration_id: 'by-tag' },
          { collector_id: 'beat', configuration_id: 'added' },
        ],
      },
    ],
  });
});

test('a configuration is assigned to all, some or none of the nodes, and locked where tags or a rule assign it', () => {
  assert.deepEqual(
    [['by-hand'], ['by-rule'], ['nowhere']].map(([id = '']) => [
      assignedTo(nodes, id),
      assignedTo(nodes.slice(0, 1), id),
      lockOf(nodes, id)?.configuration_id,
    ]),
    [
      ['some', 'all', undefined],
      ['some', 'none', 'by-rule'],
      ['none', 'none', undefined],
    ],
  );
});
