/**
 * Tests that the OpenAPI document is complete, and valid according to an independent validator. It must have no
 * properties that only the server's own validator uses.
 */
import { Validator } from '@seriousme/openapi-schema-validator';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../../api/contract/index.js';
import { operationIdOf, permissionText, resourceOf } from '../../../host/server/openapi/document.js';
import { startTestServer, type TestServer } from '../../server.js';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; $ref?: string }[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  security?: object[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let server: TestServer;
let document: Document;

before(async () => {
  server = await startTestServer();
  // The document needs no session, because it holds no secrets.
  document = (await (await server.call('/openapi.json')).json()) as Document;
});
after(() => server.stop());

test('an independent OpenAPI validator accepts the document', async () => {
  const { valid, errors } = await new Validator().validate(document);
  assert.equal(valid, true, JSON.stringify(errors));
});

test('the document contains each endpoint with its path parameters and a unique operation id', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const places = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`));
  assert.deepEqual(
    new Set(operations.map(({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`)),
    places,
  );
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { path, operation } of operations) {
    const named = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    assert.deepEqual(
      named,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      path,
    );
  }
  assert.deepEqual(
    document.paths['/system/grok']?.['post']?.requestBody &&
      Object.keys(document.paths['/system/grok']['post'].requestBody.content).sort(),
    ['application/json', 'text/plain'],
  );
  assert.deepEqual(document.paths['/']?.['get']?.security, []);
  assert.equal(document.paths['/streams']?.['get']?.security, undefined);
});

test('every reference names an existing schema', () => {
  const text = JSON.stringify(document);
  const wanted = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name));
  assert.ok(wanted.size > 50);
  assert.deepEqual(
    [...wanted].filter((name) => !(name in document.components.schemas)),
    [],
  );
  assert.ok(!text.includes('"$id"'));
});

test('operation ids, resources and permission texts are derived from the endpoint', () => {
  assert.equal(operationIdOf({ method: 'GET', path: '/' }), 'getRoot');
  assert.equal(
    operationIdOf({ method: 'PUT', path: '/users/{userId}/status/{newStatus}' }),
    'putUsersByUserIdStatusByNewStatus',
  );
  assert.equal(resourceOf({ path: '/system/inputs/{inputId}' }), 'system/inputs');
  assert.equal(resourceOf({ path: '/cluster/{nodeId}/jvm' }), 'cluster/jvm');
  assert.equal(permissionText({ needs: 'a:b', also: 'c:d of a file' }), 'Needs the permission a:b, and c:d of a file.');
  assert.equal(permissionText({ anyOf: ['a:b', 'c:d'] }), 'Needs the permission a:b or c:d.');
});

test('each resource in the listing of /api-docs can be read', async () => {
  for (const path of ['/api-docs', '/api-docs/global']) {
    const { apis } = (await (await server.call(path)).json()) as { apis: { path: string }[] };
    assert.ok(apis.length > 30);
    const one = await server.call(`/api-docs${apis[0]?.path ?? ''}`);
    assert.equal(one.status, 200);
  }
  for (const name of ['nosuch', '__proto__', '..%2f', 'constructor'])
    assert.equal((await server.call(`/api-docs/${name}`)).status, 404, name);
});
