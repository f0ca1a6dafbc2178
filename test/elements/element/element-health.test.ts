/** Tests the events by which every element reports its state to the host page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Forbidden, Unauthorized, Unreachable } from '../../../api/failures.js';
import { ElementHealth } from '../../../elements/element/element-health.js';

const call = { method: 'GET', url: '/api/x' } as const;
const outage = () => new Unreachable({ ...call, cause: new Error('Failed to fetch') });
const refused = (message: string) => new Forbidden({ ...call, status: 403, serverMessage: message });
const signedOut = () => new Unauthorized({ ...call, status: 401 });
/** Pause in ms after each step. */
const pauseMs = 100;

/** Steps, with a pause after each, and the expected events in short form: name, code and widget. */
const cases: readonly (readonly [
  name: string,
  steps: readonly ((health: ElementHealth) => void)[],
  events: readonly string[],
])[] = [
  ['reports once that the content is shown', [(one) => one.ready(), (one) => one.ready()], ['log-ready']],
  [
    'is not ready while it fails as a whole, and then reports that it is ready and recovered',
    [(one) => one.fails(refused('no')), (one) => one.ready()],
    ['log-error forbidden', 'log-ready', 'log-recovered'],
  ],
  [
    'is not ready as long as a part of the page around its content fails',
    [(one) => one.fails(refused('no'), 'panel'), (one) => one.ready(), () => undefined, (one) => one.works('panel')],
    ['log-error forbidden', 'log-ready', 'log-recovered'],
  ],
  [
    'is ready although one widget fails, and names the widget',
    [(one) => one.fails(refused('no'), 'w1', 'w1'), (one) => one.ready()],
    ['log-error forbidden w1', 'log-ready'],
  ],
  [
    'does not repeat a persisting failure, and reports a new reason',
    [
      (one) => one.ready(),
      (one) => one.fails(refused('no')),
      (one) => one.fails(refused('no')),
      (one) => one.fails(refused('never')),
    ],
    ['log-ready', 'log-error forbidden', 'log-error forbidden'],
  ],
  [
    'reports an outage of the server and all widgets once, and the recovery once all of them work',
    [
      (one) => one.ready(),
      (one) => one.fails(outage(), 'w1', 'w1'),
      (one) => one.fails(outage(), 'server'),
      (one) => one.fails(outage(), 'w2', 'w2'),
      (one) => one.works('server'),
      (one) => one.works('w1'),
      () => undefined,
      (one) => one.works('w2'),
    ],
    ['log-ready', 'log-error unreachable', 'log-recovered'],
  ],
  [
    'reports no recovery if the same part fails again at once',
    [
      (one) => one.ready(),
      (one) => one.fails(refused('no')),
      (one) => {
        one.works();
        one.fails(refused('no'));
      },
    ],
    ['log-ready', 'log-error forbidden'],
  ],
  [
    'reports a missing session by log-auth-required instead of log-error, and the next sign-in as a recovery',
    [
      (one) => one.ready(),
      (one) => one.signedOut({ reason: 'no-session' }),
      (one) => one.fails(signedOut()),
      (one) => one.signedIn(),
      (one) => one.ready(),
    ],
    ['log-ready', 'log-auth-required no-session', 'log-recovered'],
  ],
  [
    'reports no recovery after the first sign-in',
    [(one) => one.signedOut({ reason: 'no-session' }), (one) => one.signedIn(), (one) => one.ready()],
    ['log-auth-required no-session', 'log-ready'],
  ],
  [
    'asks for a session once for each reason, and again after the session was lost',
    [
      (one) => one.signedOut({ reason: 'no-session' }),
      (one) => one.signedOut({ reason: 'no-session' }),
      (one) => one.signedOut({ reason: 'token-refused' }),
      (one) => one.signedIn(),
      (one) => one.signedOut({ reason: 'token-refused' }),
    ],
    ['log-auth-required no-session', 'log-auth-required token-refused', 'log-auth-required token-refused'],
  ],
];
for (const [name, steps, expected] of cases)
  test(`an element ${name}`, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const events: string[] = [];
    const health = new ElementHealth((event, detail) => {
      // Cast: the details of these events contain only these members.
      const { code, widget, reason } = (detail ?? {}) as { code?: string; widget?: string; reason?: string };
      events.push([event, code, widget, reason].filter(Boolean).join(' '));
      return true;
    });
    for (const step of steps) {
      step(health);
      t.mock.timers.tick(pauseMs);
    }
    assert.deepEqual(events, expected);
  });

test('an element remembers that the page has prevented the sign-in form, although the page is not asked again', () => {
  const health = new ElementHealth(() => false);
  assert.equal(health.signedOut({ reason: 'no-session' }), true);
  assert.equal(health.signedOut({ reason: 'no-session' }), true);
});
