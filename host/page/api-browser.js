// The API browser: displays the OpenAPI document of its server, and calls the API with the session of the console. All
// content is inserted as text, never as HTML.

const api = new URL('../../', document.baseURI);
/** Largest number of bytes of an answer that are shown. */
const shownAtMost = 200_000;
/** Largest number of found calls whose groups a search opens. */
const openedAtMost = 60;
const methods = ['get', 'post', 'put', 'delete'];
const resources = document.getElementById('resources');
const count = document.getElementById('count');
const search = document.getElementById('search');

/**
 * Returns a new element.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Returns the schema to which a `$ref` refers; other schemas are returned unchanged. */
const resolved = (openApi, schema) => {
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? '') ?? [];
  return name === undefined ? schema : openApi.components.schemas[name];
};

/** Generates an example value for a schema; recursive types end at a depth limit. */
function example(openApi, schema, depth = 0) {
  const read = resolved(openApi, schema) ?? {};
  if (read.default !== undefined) return read.default;
  if (read.const !== undefined) return read.const;
  if (read.enum) return read.enum[0];
  if (depth > 5) return null;
  const [choice] = (read.anyOf ?? read.allOf ?? []).filter((one) => one.type !== 'null');
  if (choice) return example(openApi, choice, depth + 1);
  if (read.type === 'array') return read.minItems > 0 ? [example(openApi, read.items, depth + 1)] : [];
  if (read.type === 'object') {
    const wanted = Object.entries(read.properties ?? {}).filter(([name]) => read.required?.includes(name));
    return Object.fromEntries(wanted.map(([name, inner]) => [name, example(openApi, inner, depth + 1)]));
  }
  if (read.type === 'integer' || read.type === 'number') return read.minimum ?? 0;
  if (read.type === 'boolean') return false;
  return read.type === 'null' ? null : '';
}

/** Quotes a text for a shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Builds a request from the form.
 * @throws Error when a required parameter is missing, or a path parameter consists of dots only, which would change the
 * path
 */
function requestOf(call, form) {
  const values = new FormData(form);
  const missing = call.parameters.filter(
    ({ name, in: place, required }) => place !== 'header' && required && !values.get(`${place} ${name}`),
  );
  if (missing.length > 0) throw new Error(`Missing: ${missing.map(({ name }) => name).join(', ')}`);
  const path = call.path.replace(/\{(\w+)\}/g, (_whole, name) => {
    const value = String(values.get(`path ${name}`));
    if (/^\.+$/.test(value)) throw new Error(`${name} must not be dots.`);
    return encodeURIComponent(value);
  });
  const url = new URL(path.replace(/^\//, ''), api);
  for (const { name, in: place } of call.parameters)
    if (place === 'query' && values.get(`query ${name}`))
      url.searchParams.set(name, String(values.get(`query ${name}`)));
  const body = call.mediaType === undefined ? undefined : String(values.get('body') ?? '');
  return { url, body: body === '' ? undefined : body };
}

/** Sends the request of a form, and shows the response: status, size, time, and body as text or as a download. */
async function send(call, form, answer) {
  const { url, body } = requestOf(call, form);
  const headers = { Accept: '*/*', 'X-Requested-By': 'API browser', 'X-Requested-With': 'XMLHttpRequest' };
  if (body !== undefined) headers['Content-Type'] = call.mediaType;
  const begun = performance.now();
  const response = await fetch(url, {
    method: call.method,
    headers,
    ...(body !== undefined && { body }),
    credentials: 'same-origin',
  });
  const blob = await response.blob();
  const type = response.headers.get('Content-Type') ?? '';
  const took = Math.round(performance.now() - begun);
  const status = element(
    'p',
    { class: response.ok ? 'status' : 'status failed' },
    `${response.status} ${response.statusText}, ${blob.size} bytes in ${took} ms`,
  );
  if (blob.size === 0) return answer.replaceChildren(status);
  if (/octet-stream/.test(type)) {
    const save = element(
      'a',
      { href: URL.createObjectURL(blob), download: url.pathname.split('/').pop() || 'answer' },
      'Save the answer',
    );
    return answer.replaceChildren(status, save);
  }
  const text = await blob.slice(0, shownAtMost).text();
  const whole = blob.size <= shownAtMost;
  const shown = whole && /json/.test(type) ? indented(text) : text;
  answer.replaceChildren(
    status,
    element('pre', { tabindex: '0' }, whole ? shown : `${shown}\n… ${blob.size - shownAtMost} bytes more`),
  );
}

/** Indents JSON; numbers keep their notation, only whitespace between values is changed. */
function indented(text) {
  let depth = 0;
  let made = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      made += token + newLine();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      // Only an opening bracket leaves whitespace at the end, so the object or list is empty: its brackets share a
      // line.
      const isEmpty = made !== made.trimEnd();
      made = (isEmpty ? made.trimEnd() : made + newLine()) + token;
    } else if (token === ',') made += token + newLine();
    else made += token === ':' ? ': ' : token;
  }
  return made;
}

const fail = (answer, error) =>
  answer.replaceChildren(
    element('p', { class: 'status failed', role: 'alert' }, error instanceof Error ? error.message : String(error)),
  );

/** Returns the opened form of a call: its parameters, its body and the buttons that send it. */
function formOf(call, openApi) {
  const form = element('form', { class: 'body' });
  form.append(element('p', {}, call.description));
  const fields = call.parameters.filter(({ in: place }) => place !== 'header');
  if (fields.length > 0)
    form.append(
      element(
        'div',
        { class: 'fields' },
        ...fields.map(({ name, in: place, required, schema }) =>
          element(
            'label',
            {},
            element('span', {}, `${name} (${place}${required ? '' : ', optional'})`),
            element('input', {
              name: `${place} ${name}`,
              autocomplete: 'off',
              placeholder: schema?.type ?? '',
              ...(schema?.default !== undefined && { placeholder: String(schema.default) }),
            }),
          ),
        ),
      ),
    );
  if (call.mediaType !== undefined) {
    const text =
      call.mediaType === 'application/json' ? JSON.stringify(example(openApi, call.schema), undefined, 2) : '';
    form.append(
      element(
        'label',
        {},
        element('span', {}, `Body (${call.mediaType})`),
        element('textarea', { name: 'body', spellcheck: 'false' }, text),
      ),
    );
  }
  const answer = element('div', { 'aria-live': 'polite', class: 'answer' });
  const tryIt = element('button', { type: 'submit', class: 'primary' }, 'Try it');
  const copy = element('button', { type: 'button' }, 'Copy as curl');
  copy.addEventListener('click', async () => {
    try {
      const { url, body } = requestOf(call, form);
      const parts = ['curl', '-u', quoted('TOKEN:token'), '-X', call.method, '-H', quoted('X-Requested-By: curl')];
      if (body !== undefined)
        parts.push('-H', quoted(`Content-Type: ${call.mediaType}`), '--data-binary', quoted(body));
      await navigator.clipboard.writeText([...parts, quoted(url.href)].join(' '));
      copy.textContent = 'Copied';
      setTimeout(() => (copy.textContent = 'Copy as curl'), 2000);
    } catch (error) {
      fail(answer, error);
    }
  });
  form.append(element('div', { class: 'actions' }, tryIt, copy));
  if (call.answer)
    form.append(
      element(
        'details',
        {},
        element('summary', {}, 'What is answered'),
        element('pre', { tabindex: '0' }, JSON.stringify(call.answer, undefined, 2)),
      ),
    );
  form.append(answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (call.method === 'DELETE' && !confirm(`Really call ${call.method} ${call.path}?`)) return;
    tryIt.disabled = true;
    answer.replaceChildren('Waiting for the answer…');
    await send(call, form, answer).catch((error) => fail(answer, error));
    tryIt.disabled = false;
  });
  return form;
}

/** Returns all calls of the API in the order of the document. */
function callsOf(openApi) {
  const parameterOf = (one) => (one.$ref ? openApi.components.parameters[one.$ref.split('/').pop()] : one);
  return Object.entries(openApi.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const [media, inner] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const [status] = Object.keys(operation.responses);
      const [reply] = Object.values(operation.responses[status]?.content ?? {});
      return [
        {
          path,
          method: method.toUpperCase(),
          resource: operation.tags?.[0] ?? '',
          description: operation.description ?? '',
          parameters: (operation.parameters ?? []).map(parameterOf),
          mediaType: media,
          schema: inner?.schema,
          answer: reply?.schema && resolved(openApi, reply.schema),
        },
      ];
    }),
  );
}

/** Returns the row of a call, which contains the form once the row is opened. */
function rowOf(call, openApi) {
  const row = element(
    'details',
    { class: 'call' },
    element(
      'summary',
      {},
      element('span', { class: `method ${call.method}` }, call.method),
      element('span', { class: 'path' }, call.path),
      element('span', { class: 'permission' }, call.description),
    ),
  );
  // The form of a call is created when it is opened, because there are hundreds of calls.
  row.addEventListener('toggle', () => row.open && row.children.length === 1 && row.append(formOf(call, openApi)));
  return row;
}

/** Shows the calls by resource, and filters them by the words of the search field. */
function show(openApi) {
  const calls = callsOf(openApi);
  const groups = new Map();
  for (const call of calls) {
    const group = groups.get(call.resource) ?? { rows: [] };
    groups.set(call.resource, group);
    group.rows.push({
      text: `${call.method} ${call.path} ${call.description}`.toLowerCase(),
      row: rowOf(call, openApi),
    });
  }
  for (const [name, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    group.number = element('span', { class: 'number' });
    group.box = element(
      'details',
      { class: 'resource' },
      element('summary', {}, name, group.number),
      ...group.rows.map(({ row }) => row),
    );
  }
  resources.replaceChildren(
    ...[...groups.values()].map(({ box }) => box).sort((a, b) => (a.textContent < b.textContent ? -1 : 1)),
  );
  function filter() {
    const words = search.value.trim().toLowerCase().split(/\s+/);
    let found = 0;
    for (const { box, number, rows } of groups.values()) {
      let shown = 0;
      for (const { text, row } of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) shown += 1;
      }
      found += shown;
      box.hidden = shown === 0;
      number.textContent = String(shown);
      if (search.value.trim() !== '') box.open = shown > 0 && found <= openedAtMost;
    }
    count.textContent = found === calls.length ? `${calls.length} calls` : `${found} of ${calls.length} calls`;
  }
  search.addEventListener('input', filter);
  filter();
}

/** Shows the user with whose session the calls are made. */
async function showUser() {
  const headers = { 'X-Graylog-No-Session-Extension': 'true', 'X-Requested-With': 'XMLHttpRequest' };
  const session = await fetch(new URL('system/sessions', api), { headers }).then((response) => response.json());
  document.getElementById('who').textContent = session.is_valid
    ? `Calls are made as ${session.username}.`
    : 'Nobody is signed in here: sign in to the console in this browser, and reload this page.';
}

try {
  const response = await fetch(new URL('openapi.json', api));
  if (!response.ok) throw new Error(`The description of the API could not be loaded: ${response.status}`);
  show(await response.json());
  await showUser();
} catch (error) {
  fail(resources, error);
}
