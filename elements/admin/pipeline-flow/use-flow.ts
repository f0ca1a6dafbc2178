/** Builds the boxes and ribbons of the message flow from inputs, streams, pipelines, index sets and outputs. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { indexSetsQuery } from '../../../api/queries/index-sets.js';
import { pipelineFiguresQuery, pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import { connectionsQuery, pipelinesQuery, rulesQuery } from '../../../api/queries/pipelines.js';
import { administeredInputsQuery, nodeFiguresQuery } from '../../../api/queries/input-administration.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { gaugesQuery } from '../../../api/queries/system.js';
import { routedStreams } from '../../../machines/pipelines/routed-streams.js';
import { joinedLinks, type FlowLink, type FlowNode } from '../../../machines/pipelines/flow-layout.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { routes } from '../pipeline-parts/index.js';
import { texts } from './texts.js';
import { throughputMetric } from '../../../api/queries/stream-administration.js';

export interface FlowBox extends FlowNode {
  readonly title: string;
  /** Remark beside the rate, for example that the stream is paused. */
  readonly note?: string;
  /**
   * True for a pipeline that is connected to no stream. True for an editable stream without pipelines, if no rule of a
   * connected pipeline routes messages to this stream. False for a stream if the rules are unknown.
   */
  readonly isDead?: boolean;
  readonly errors?: number;
  /** Stages of a pipeline in execution order. */
  readonly stages?: readonly FlowStage[];
  /** Route that the box opens. */
  readonly route?: string;
}

export interface FlowStage {
  readonly number: number;
  readonly rules: number;
  /** Messages per second; undefined: unknown. */
  readonly rate: number | undefined;
  readonly errors: number;
}

export interface Flow {
  readonly boxes: readonly FlowBox[];
  readonly links: readonly FlowLink[];
  readonly loading: boolean;
  /**
   * True once streams, pipelines, connections and rules have been loaded; until then, boxes and ribbons are missing.
   */
  readonly isComplete: boolean;
  /** False if the rules are unknown, because the user may not read them or the request failed: see `FlowBox.isDead`. */
  readonly knowsRouting: boolean;
  readonly error: unknown;
  /** Repeats the failed requests for streams, pipelines and connections. */
  readonly retry: () => void;
}

const sum = (numbers: readonly (number | undefined)[]): number | undefined => {
  const known = numbers.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, one) => total + one, 0);
};

/** Maximum number of lines for stages in a pipeline's box; with more stages, the last line counts those not shown. */
export const mostLanes = 6;

/** Returns the outputs of a stream that have an id and a title; `outputs` comes unvalidated from the server. */
function outputsOf(outputs: unknown): readonly { readonly id: string; readonly title: string }[] {
  if (!Array.isArray(outputs)) return [];
  return (outputs as readonly unknown[]).flatMap((one) => {
    const { id, title } = (one ?? {}) as { readonly id?: unknown; readonly title?: unknown };
    return typeof id === 'string' && typeof title === 'string' ? { id, title } : [];
  });
}

export function useFlow(): Flow {
  const { client } = useConnection();
  const mayReadInputs = usePermission('inputs:read');
  const mayReadSets = usePermission('indexsets:read');
  const inputs = useQuery({ ...administeredInputsQuery(client), enabled: mayReadInputs });
  const streams = useQuery(streamsQuery(client));
  const pipelines = useQuery(pipelinesQuery(client));
  const mayReadRules = usePermission('pipeline_rule:read');
  const rules = useQuery({ ...rulesQuery(client), enabled: mayReadRules });
  const connections = useQuery(connectionsQuery(client));
  const sets = useQuery({ ...indexSetsQuery(client), enabled: mayReadSets });
  const inputNames = useMemo(
    () => (inputs.data ?? []).map(({ id, type }) => `${type}.${id}.incomingMessages`),
    [inputs.data],
  );
  const streamNames = useMemo(
    () => (streams.data?.streams ?? []).map(({ id }) => throughputMetric(id)),
    [streams.data],
  );
  const ruleIds = useMemo(() => new Map((rules.data ?? []).map(({ id, title }) => [title, id])), [rules.data]);
  const failedNames = useMemo(
    () =>
      new Map(
        (pipelines.data ?? []).map(({ id, stages }) => [
          id,
          stages.flatMap(({ stage, rules: titles }) =>
            titles.flatMap((title) => {
              const ruleId = ruleIds.get(title);
              return ruleId === undefined ? [] : pipelineMetric.ruleAt(ruleId, id, stage, 'failed');
            }),
          ),
        ]),
      ),
    [pipelines.data, ruleIds],
  );
  const pipelineNames = useMemo(
    () => [
      ...(pipelines.data ?? []).flatMap(({ id, stages }) => [
        pipelineMetric.pipeline(id),
        ...stages.map(({ stage }) => pipelineMetric.stage(id, stage)),
      ]),
      ...[...failedNames.values()].flat(),
    ],
    [pipelines.data, failedNames],
  );
  const ofInputs = useQuery(nodeFiguresQuery(client, inputNames)).data;
  const ofStreams = useQuery({ ...gaugesQuery(client, streamNames), enabled: streamNames.length > 0 }).data;
  const ofPipelines = useQuery(pipelineFiguresQuery(client, pipelineNames)).data;

  return useMemo(() => {
    const boxes: FlowBox[] = [];
    const links: FlowLink[] = [];
    const inputRate = (name: string): number | undefined =>
      sum(Object.values(ofInputs ?? {}).map((figures) => figures[name]));
    for (const { id, title, type } of inputs.data ?? []) {
      const rate = inputRate(`${type}.${id}.incomingMessages`);
      boxes.push({ id: `input ${id}`, column: 'inputs', title, rate, route: '/system/inputs' });
      links.push({ from: `input ${id}`, to: 'processing', rate });
    }
    const all = sum(boxes.map(({ rate }) => rate));
    const route = '/system/configurations';
    boxes.push({ id: 'processing', column: 'processors', title: texts.processing, rate: all, route });
    const connected = new Map(
      (connections.data ?? []).map(({ stream_id: id, pipeline_ids: ids }) => [
        id,
        ids.filter((one) => pipelines.data?.some((pipeline) => pipeline.id === one)),
      ]),
    );
    const used = new Set([...connected.values()].flat());
    const running = (pipelines.data ?? []).filter(({ id }) => used.has(id));
    const routed = routedStreams(running, rules.data ?? [], streams.data?.streams ?? []);
    const pipelineTitle = (id: string): string => running.find((one) => one.id === id)?.title ?? id;
    const outputs = new Map<string, FlowBox>();
    for (const stream of streams.data?.streams ?? []) {
      const { id, title, disabled, index_set_id: setId, is_editable: editable } = stream;
      const own = connected.get(id) ?? [];
      const rate = ofStreams?.[throughputMetric(id)];
      const routedBy = [...(routed.get(id) ?? [])].filter((one) => !own.includes(one));
      const routing = routedBy.length > 0 ? texts.routedBy(routedBy.map(pipelineTitle).join(', ')) : undefined;
      const note = disabled ? texts.paused : (routing ?? (own.length === 0 ? texts.deadStream : undefined));
      boxes.push({
        id: `stream ${id}`,
        column: 'streams',
        title,
        rate,
        ...(note !== undefined && { note }),
        // Event streams cannot have pipelines.
        isDead: own.length === 0 && editable && rules.data !== undefined && !routed.has(id),
        route: `/streams/${encodeURIComponent(id)}/search`,
      });
      links.push({ from: 'processing', to: `stream ${id}`, rate });
      const ends = [`set ${setId}`];
      for (const output of outputsOf(stream.outputs)) {
        const known = outputs.get(output.id);
        outputs.set(output.id, {
          id: `output ${output.id}`,
          column: 'indexSets',
          title: output.title,
          note: texts.output,
          rate: sum([known?.rate, rate]),
          route: `/streams/${encodeURIComponent(id)}/outputs`,
        });
        ends.push(`output ${output.id}`);
      }
      for (const pipelineId of own) {
        const to = `pipeline ${pipelineId}`;
        links.push({ from: `stream ${id}`, to, rate }, ...ends.map((end) => ({ from: to, to: end, rate })));
      }
      for (const pipelineId of routedBy) links.push({ from: `pipeline ${pipelineId}`, to: `stream ${id}`, rate });
      // Messages in a stream without pipelines do not pass through pipelines, unless a pipeline's rule has routed them.
      const isPast = !routed.has(id);
      if (own.length === 0)
        links.push(...ends.map((end) => ({ from: `stream ${id}`, to: end, rate, ...(isPast && { isPast }) })));
    }
    for (const { id, title, stages } of pipelines.data ?? []) {
      const isDead = !used.has(id);
      boxes.push({
        id: `pipeline ${id}`,
        column: 'pipelines',
        title: title ?? id,
        rate: ofPipelines?.[pipelineMetric.pipeline(id)]?.rate,
        ...(isDead && { note: texts.notConnected }),
        isDead,
        lanes: Math.min(stages.length, mostLanes),
        stages: stages.map(({ stage, rules: titles }) => ({
          number: stage,
          rules: titles.length,
          rate: ofPipelines?.[pipelineMetric.stage(id, stage)]?.rate,
          errors:
            sum(
              titles.map((ruleTitle) => {
                const ruleId = ruleIds.get(ruleTitle);
                return ruleId === undefined
                  ? undefined
                  : ofPipelines?.[pipelineMetric.ruleAt(ruleId, id, stage, 'failed')]?.total;
              }),
            ) ?? 0,
        })),
        errors: sum((failedNames.get(id) ?? []).map((name) => ofPipelines?.[name]?.total)) ?? 0,
        route: routes.pipeline(id),
      });
    }
    const setIds = [...new Set((streams.data?.streams ?? []).map(({ index_set_id: id }) => id))];
    for (const id of setIds) {
      const title = sets.data?.find((one) => one.id === id)?.title ?? id;
      const own = (streams.data?.streams ?? []).filter((stream) => stream.index_set_id === id);
      const rate = sum(own.map((stream) => ofStreams?.[throughputMetric(stream.id)]));
      boxes.push({
        id: `set ${id}`,
        column: 'indexSets',
        title,
        rate,
        route: `/system/index_sets/${encodeURIComponent(id)}`,
      });
    }
    return {
      boxes: [...boxes, ...outputs.values()],
      links: joinedLinks(links),
      loading: streams.isPending || pipelines.isPending || connections.isPending || rules.isLoading,
      isComplete: [streams, pipelines, connections].every(({ data }) => data !== undefined) && !rules.isLoading,
      knowsRouting: rules.data !== undefined,
      error: streams.error ?? pipelines.error ?? connections.error ?? undefined,
      retry: () => {
        for (const { error, refetch } of [streams, pipelines, connections]) if (error) void refetch();
      },
    };
  }, [
    inputs.data,
    streams,
    pipelines,
    connections,
    rules.data,
    rules.isLoading,
    sets.data,
    ruleIds,
    failedNames,
    ofInputs,
    ofStreams,
    ofPipelines,
  ]);
}
