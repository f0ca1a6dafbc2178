import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import type { SearchJob, SearchMetadata } from '../../../api/contract/searches.js';
import type { ExecuteInput } from '../../../machines/search-execution/job.js';
import { pollIntervalMs, searchJobMachine } from '../../../machines/search-execution/job.js';
import { jobOfWidget, queuedSeconds } from '../../../machines/search-execution/jobs.js';
import { searchExecutionMachine } from '../../../machines/search-execution/machine.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';
import { errorsOf, executionState, isMessages, resultsOf } from '../../../machines/search-execution/results.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { queryIds, stateOf, type StoredSearch } from '../../../machines/view/document.js';
import { countingIds, jobOf } from '../fixtures.js';
import { done, failed, passed } from '../internal-events.js';
import { untyped } from '../../untyped.js';
import { walk } from '../transitions.js';

const document = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z' }, countingIds());
const queryId = queryIds(document)[0] ?? '';
const { widgets, widget_mapping: widgetMapping } = stateOf(document, queryId);
const [histogram, table] = widgets;
assert.ok(histogram && table);
const messagesId = widgetMapping[table.id]?.[0] ?? '';
const request: ExecutionRequest = { search: document.search, queryId, widgetMapping };
const answer = (state?: ExecuteInput['state']) => jobOf(state, [{ name: 'POST /views/search', body: document.search }]);
const running: SearchJob = {
  ...answer(),
  results: {},
  execution: { done: false, cancelled: false, completed_exceptionally: false },
};

test('on every path a job ends done with its result, or failed with the failure', () => {
  const { paths, transitions } = walk(getSimplePaths, searchJobMachine, {
    input: { searchId: 's', state: {}, background: false },
    events: [
      done('job.executing', answer()),
      done('job.executing', running),
      failed('job.executing', new Error('refused')),
      passed('pollInterval', 'job.following.waiting'),
      done('job.following.asking', running),
      done('job.following.asking', answer()),
      failed('job.following.asking', new Error('refused')),
    ],
    serializeState: ({ value }) => JSON.stringify(value),
  });
  assert.deepEqual(transitions, {
    done: {},
    executing: { 'done executing': 'done | following.waiting', 'error executing': 'failed' },
    failed: {},
    'following.asking': { 'done following.asking': 'done | following.waiting', 'error following.asking': 'failed' },
    'following.waiting': { 'after pollInterval': 'following.asking' },
  });
  const ends = paths.filter(({ state }) => state.status === 'done');
  assert.deepEqual(new Set(ends.map(({ state }) => state.value)), new Set(['done', 'failed']));
  for (const { state } of ends) {
    assert.equal(state.output?.kind, state.value);
    if (state.output?.kind === 'done') assert.equal(state.output.job.execution.done, true);
  }
});

interface Setup {
  execute?: (input: ExecuteInput, signal: AbortSignal) => Promise<SearchJob>;
  askStatus?: () => Promise<SearchJob>;
  storeSearch?: (again: boolean) => Promise<unknown>;
  askMetadata?: () => Promise<SearchMetadata>;
}

function start({ execute, askStatus, storeSearch, askMetadata }: Setup = {}) {
  const happened: string[] = [];
  const clock = new SimulatedClock();
  const job = searchJobMachine.provide({
    actors: {
      execute: fromPromise<SearchJob, ExecuteInput>(({ input, signal }) => {
        happened.push('execute');
        return execute?.(input, signal) ?? Promise.resolve(answer(input.state));
      }),
      askStatus: fromPromise<SearchJob, { jobId: string }>(() => {
        happened.push('status');
        return askStatus?.() ?? Promise.resolve(answer());
      }),
      hold: fromCallback<{ type: 'release' }, { jobId: string }>(({ receive }) => {
        let released = false;
        receive(() => (released = true));
        return () => void (released || happened.push('cancelled on the server'));
      }),
    },
  });
  const actor = createActor(
    searchExecutionMachine.provide({
      actors: {
        job,
        storeSearch: fromPromise<unknown, { search: StoredSearch; again: boolean }>(({ input: { again } }) => {
          happened.push(again ? 'store again' : 'store');
          return storeSearch?.(again) ?? Promise.resolve();
        }),
        askMetadata: fromPromise(() => {
          happened.push('metadata');
          return askMetadata?.() ?? Promise.resolve({ query_metadata: {}, declared_parameters: {} });
        }),
      },
    }),
    { clock, input: {} },
  ).start();
  const settled = () => waitFor(actor, (state) => !state.matches({ run: 'running' }));
  return { actor, clock, happened, settled };
}

test('a search is stored while its metadata is requested, then executed and polled every 250 ms until done', async () => {
  const answers = [running, running, answer()];
  const { actor, clock, happened, settled } = start({
    execute: () => Promise.resolve(running),
    askStatus: () => Promise.resolve(answers.shift() ?? assert.fail()),
  });
  actor.send({ type: 'execute', request });
  assert.deepEqual([...happened].sort(), ['metadata', 'store']);
  const isWaiting = () =>
    Object.values(actor.getSnapshot().children).some((child) => {
      const { value } = (child?.getSnapshot() ?? {}) as { value?: unknown };
      return JSON.stringify(value) === '{"following":"waiting"}';
    });
  for (const statuses of [0, 1, 2]) {
    await waitFor(actor, () => happened.includes('execute'));
    while (!isWaiting()) await new Promise((resolve) => setImmediate(resolve));
    clock.increment(pollIntervalMs - 1);
    assert.equal(happened.filter((what) => what === 'status').length, statuses);
    clock.increment(1);
    assert.equal(happened.filter((what) => what === 'status').length, statuses + 1);
  }
  const state = await settled();
  assert.ok(state.matches({ run: 'finished', metadata: 'known' }));
  assert.ok(!happened.includes('cancelled on the server'));
  assert.equal(resultsOf(state.context.shown, table.id)[0]?.type, 'messages');
});

test('cancelling keeps the previous result and cancels the job on the server; a new execution abandons the running one', async () => {
  let quick = true;
  const { actor, happened, settled } = start({ execute: () => Promise.resolve(quick ? answer() : running) });
  actor.send({ type: 'execute', request });
  const { shown } = (await settled()).context;
  quick = false;
  const following = async (executions: number) => {
    while (happened.filter((what) => what === 'execute').length < executions)
      await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  };
  actor.send({ type: 'execute', request });
  assert.equal(actor.getSnapshot().context.shown, shown, 'the previous result stays while the search runs');
  await following(2);
  actor.send({ type: 'cancel' });
  assert.ok(actor.getSnapshot().matches({ run: 'cancelled' }));
  assert.equal(actor.getSnapshot().context.shown, shown);
  assert.equal(happened.filter((what) => what === 'cancelled on the server').length, 1);
  actor.send({ type: 'execute', request });
  await following(3);
  quick = true;
  actor.send({ type: 'execute', request });
  assert.equal(happened.filter((what) => what === 'cancelled on the server').length, 2);
  assert.ok((await settled()).matches({ run: 'finished' }));
});

test('abandoning a search aborts its request', async () => {
  const signals: AbortSignal[] = [];
  const { actor } = start({ execute: (_input, signal) => (signals.push(signal), new Promise(() => undefined)) });
  actor.send({ type: 'execute', request });
  while (signals.length === 0) await new Promise((resolve) => setImmediate(resolve));
  actor.send({ type: 'cancel' });
  assert.equal(signals[0]?.aborted, true);
});

test('a failure is reported with its reason and keeps the previous result; a search that the server lost is stored again once', async () => {
  let failure: unknown;
  const { actor, happened, settled } = start({
    execute: () => (failure === undefined ? Promise.resolve(answer()) : Promise.reject(failure as Error)),
  });
  actor.send({ type: 'execute', request });
  const { shown } = (await settled()).context;
  failure = Object.assign(new Error('forbidden'), { status: 403 });
  actor.send({ type: 'execute', request });
  const state = await settled();
  assert.ok(state.matches({ run: 'failed' }));
  assert.deepEqual([state.context.failure, state.context.shown], [failure, shown]);
  failure = Object.assign(new Error('unknown search'), { status: 404 });
  actor.send({ type: 'execute', request });
  assert.ok((await settled()).matches({ run: 'failed' }));
  assert.deepEqual(happened.slice(-4), ['store', 'execute', 'store again', 'execute']);
});

test('a search that cannot be stored is not executed; failed metadata is ignored', async () => {
  const { actor, happened, settled } = start({
    storeSearch: () => Promise.reject(new Error('no')),
    askMetadata: () => Promise.reject(new Error('no')),
  });
  actor.send({ type: 'execute', request });
  const state = await settled();
  assert.ok(state.matches({ run: 'failed' }));
  assert.ok(!happened.includes('execute'));
  await waitFor(actor, (snapshot) => snapshot.matches({ metadata: 'unknown' }));
  assert.equal(actor.getSnapshot().context.metadata, undefined);
});

test('only the needed widgets are executed, and their results are merged', async () => {
  const states: ExecuteInput['state'][] = [];
  const { actor, settled } = start({ execute: ({ state }) => (states.push(state), Promise.resolve(answer(state))) });
  actor.send({ type: 'execute', request });
  await settled();
  actor.send({ type: 'execute', request: { ...request, widgets: [table.id] } });
  const { shown } = (await settled()).context;
  assert.deepEqual(states[1]?.global_override, { keep_queries: [queryId], keep_search_types: [messagesId] });
  assert.equal(resultsOf(shown, histogram.id).length, 1);
  assert.deepEqual(executionState(request), { global_override: { keep_queries: [queryId] }, parameter_bindings: {} });
});

test('a page of messages is appended or replaced, has its own errors, and is discarded by the next search', async () => {
  let page: (state: ExecuteInput['state']) => Promise<SearchJob> = (state) => Promise.resolve(answer(state));
  const { actor, settled } = start({ execute: ({ state }) => page(state) });
  const pageRequest = { type: 'page.requested', searchTypeId: messagesId, offset: 150, limit: 150 } as const;
  actor.send({ ...pageRequest, mode: 'append' });
  assert.deepEqual(actor.getSnapshot().context.pages, {}, 'no page is requested before a result is shown');
  actor.send({ type: 'execute', request });
  await settled();
  const pageStatus = () => actor.getSnapshot().context.pages[messagesId]?.status;
  const messages = () => {
    const [result] = resultsOf(actor.getSnapshot().context.shown, table.id);
    return isMessages(result) ? result.messages.length : -1;
  };
  actor.send({ ...pageRequest, mode: 'append' });
  assert.equal(pageStatus(), 'loading');
  await waitFor(actor, () => pageStatus() === 'shown');
  assert.equal(messages(), 2);
  actor.send({ ...pageRequest, mode: 'replace' });
  await waitFor(actor, () => pageStatus() === 'shown');
  assert.equal(messages(), 1);
  const error = {
    type: 'result_window_limit' as const,
    description: 'Result window is too large',
    search_type_id: messagesId,
    result_window_limit: 10_000,
  };
  page = () => {
    const job = answer();
    const result = job.results[queryId];
    return Promise.resolve(
      untyped({
        ...job,
        results: { [queryId]: { ...result, search_types: {}, errors: [error] } },
      }),
    );
  };
  actor.send({ ...pageRequest, offset: 9_900, mode: 'replace' });
  await waitFor(actor, () => pageStatus() === 'failed');
  assert.deepEqual(actor.getSnapshot().context.pages[messagesId]?.errors, [error]);
  assert.equal(messages(), 1, 'the previous page is kept');
  page = (state) => Promise.resolve(answer(state));
  actor.send({ type: 'execute', request });
  assert.deepEqual(actor.getSnapshot().context.pages, {});
  await settled();
});

test('errors belong to their widget, and errors of the query to widgets without a result, each once (S9, S11)', () => {
  const own = { type: 'search_type' as const, description: 'bad field', search_type_id: messagesId, query_id: queryId };
  const whole = { type: 'query' as const, description: 'Search out of allowed time range limit', query_id: queryId };
  const base = answer().results[queryId];
  assert.ok(base);
  const { [messagesId]: _messages, ...others } = base.search_types;
  const partial = {
    searchId: 's',
    queryId,
    widgetMapping,
    conditions: {},
    result: { ...base, search_types: others, errors: [own, whole] },
    errors: [own, whole],
  };
  assert.deepEqual(errorsOf(partial, table.id), [own, whole]);
  assert.deepEqual(errorsOf(partial, histogram.id), []);
  const fatal = { ...partial, result: undefined, errors: [whole] };
  assert.deepEqual(errorsOf(fatal, histogram.id), [whole]);
  assert.deepEqual(errorsOf(undefined, histogram.id), []);
});

test('the time that a search waits for other searches is reported until it runs', async () => {
  const queued = (queued_ms: unknown) => ({ ...running, execution: { ...running.execution, queued_ms } }) as SearchJob;
  const answers = [queued(2_300), queued('soon'), queued(3_000), running];
  const { actor, clock } = start({
    execute: () => Promise.resolve(queued(1_200)),
    askStatus: () => Promise.resolve(answers.shift() ?? running),
  });
  const queuedFor = () => {
    const job = jobOfWidget(actor.getSnapshot(), table.id)?.getSnapshot();
    return job?.matches({ following: 'waiting' }) ? [queuedSeconds(job)] : undefined;
  };
  const next = async (): Promise<number | undefined> => {
    let seconds = queuedFor();
    while (!seconds) {
      await new Promise((resolve) => setImmediate(resolve));
      seconds = queuedFor();
    }
    clock.increment(pollIntervalMs);
    return seconds[0];
  };
  actor.send({ type: 'execute', request });
  const seen: (number | undefined)[] = [];
  for (let poll = 0; poll < 5; poll += 1) seen.push(await next());
  assert.deepEqual(seen, [1, 2, undefined, 3, undefined]);
  actor.send({ type: 'cancel' });
  assert.equal(jobOfWidget(actor.getSnapshot(), table.id), undefined);
});
