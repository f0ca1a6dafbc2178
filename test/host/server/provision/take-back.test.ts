/** The log reports whether a provisioning folder that was not applied has left changes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Registry } from '../../../../host/server/http/registry.js';
import type { Log } from '../../../../host/server/log/log.js';
import { Provisioning } from '../../../../host/server/provision/provisioning.js';
import { TakeBackLaterError } from '../../../../host/server/store/errors.js';
import { openDocuments } from '../../../../host/server/store/index.js';

const cases: readonly [name: string, error: Error, text: string][] = [
  [
    'nothing was changed',
    new Error('web.yaml:3: a member is missing'),
    'The provisioning folder was not applied: nothing was changed',
  ],
  [
    'changes are undone at the next start',
    new TakeBackLaterError('web.yaml:3: a member is missing', 2),
    'The provisioning folder was not applied, and 2 of its changes could not be undone. When the server starts again, it restores the former state of every object that was changed, and later changes of these objects are lost: restart it soon.',
  ],
  [
    'one change is undone at the next start',
    new TakeBackLaterError('web.yaml:3: a member is missing', 1),
    'The provisioning folder was not applied, and 1 of its changes could not be undone. When the server starts again, it restores the former state of every object that was changed, and later changes of these objects are lost: restart it soon.',
  ],
];

for (const [name, failure, text] of cases)
  test(`the log reports that ${name} when the provisioning folder cannot be applied`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'take-back-'));
    await writeFile(join(directory, 'site.yaml'), 'type: sidecar_variable\ndata: { name: site, content: north }\n');
    const documents = await openDocuments({ directory: join(directory, 'data') });
    const errors: { readonly text: string; readonly details: unknown }[] = [];
    const log = { error: (text: string, details: unknown) => errors.push({ text, details }) };
    const provisioning = new Provisioning({
      directory,
      environment: {},
      registry: new Registry(),
      documents: Object.assign(documents, { undoable: () => Promise.reject(failure) }),
      // Cast: the test double has only the method that a failure uses.
      log: log as unknown as Log,
    });
    try {
      await provisioning.start();
      assert.equal(errors.length, 1);
      assert.equal(errors[0]?.text, text);
      assert.deepEqual(errors[0]?.details, { directory, reason: failure.message });
    } finally {
      await provisioning.stop();
      await documents.close();
      await rm(directory, { recursive: true });
    }
  });
