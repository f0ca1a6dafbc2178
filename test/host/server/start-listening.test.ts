/** The server listens as soon as its parts are open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../host/server/log/log.js';
import { readOptions } from '../../../host/server/options/options.js';
import { WarmUp } from '../../../host/server/search/warm-up.js';
import { startServer } from '../../../host/server/server.js';
import { temporaryDirectory } from './store/opened-store.js';

test('the server listens although the preparation of the first searches has not ended', async (context) => {
  const data = await temporaryDirectory(context);
  let ended: () => void = () => {};
  const preparing = new Promise<void>((resolve) => (ended = resolve));
  const { run } = WarmUp.prototype;
  const mock = context.mock.method(WarmUp.prototype, 'run', async function (this: WarmUp) {
    await preparing;
    return run.call(this);
  });
  const environment = { LOG_CONSOLE_ADMIN_PASSWORD: 'only for this test' };
  const options = readOptions(['--port', '0', '--data', data, '--no-inputs'], environment, data);
  const server = await startServer(options, createLog('error'), () => {});
  context.after(() => {
    ended();
    return server.close();
  });

  assert.equal(mock.mock.callCount(), 1);
  const { status } = await fetch(new URL('api/system/sessions', server.url));
  assert.ok(status < 500, `the server answers with ${status}`);
});
