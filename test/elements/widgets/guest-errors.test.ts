import assert from 'node:assert/strict';
import { it } from 'node:test';
import { guestErrors, plainReason, type RefusedError } from '../../../elements/widgets/guest-errors.js';

it('a guest sees the reason of an error without the words of the server around it', () => {
  const cases: readonly (readonly [description: string, plain: string])[] = [
    [
      'Unable to perform search query: Cannot parse query, cause: incomplete query, query ended unexpectedly (line 1, column 0)',
      'Incomplete query, query ended unexpectedly.',
    ],
    [
      'Unable to perform search query: Cannot parse query, cause: there is no ( for this ) (line 2, column 3)',
      'There is no ( for this ) (line 2, column 3).',
    ],
    ['Unable to perform search query: Expected numeric type on field [a].', 'Expected numeric type on field [a].'],
    ['The server does not answer.', 'The server does not answer.'],
    ['', '.'],
  ];
  for (const [description, plain] of cases) assert.equal(plainReason(description), plain);
});

it('a guest sees a refusal without the details that are meant for the developer of the page', () => {
  const refused: RefusedError = {
    type: 'search_type',
    description: 'This embed token does not allow exports.',
    isRefused: true,
  };
  assert.equal(guestErrors([refused])[0]?.description, 'This page may not show this.');
});
