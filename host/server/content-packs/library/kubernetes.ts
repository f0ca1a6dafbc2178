import { charts, PackBuilder } from './builder.js';
import { otlpHttp } from './inputs.js';

const pack = new PackBuilder('kubernetes');
const port = pack.parameter('port', 'Port', 'TCP port to which an OpenTelemetry Collector sends OTLP over HTTP.', 4318);
const errors = pack.parameter(
  'errors',
  'Errors that raise an alert',
  'The errors of one pod within 5 minutes are counted.',
  50,
);

pack.input('Kubernetes OTLP', otlpHttp, port);
const stream = pack.stream('Kubernetes', 'Logs of pods.', [{ type: 'PRESENCE', field: 'k8s_pod_name' }]);
const events = pack.stream('Kubernetes events', 'Events of the cluster.', [
  { type: 'PRESENCE', field: 'k8s_event_reason' },
]);

pack.dashboard(
  'Kubernetes',
  'Namespaces, workloads and pods.',
  [stream],
  [
    { title: 'Messages', chart: charts.total(), width: 3 },
    { title: 'Errors', chart: charts.total('level:<=3'), width: 3 },
    { title: 'Messages over time by namespace', chart: charts.overTime('', 'k8s_namespace_name'), width: 6 },
    { title: 'Namespaces', chart: charts.share('k8s_namespace_name') },
    { title: 'Pods', chart: charts.pairs(['k8s_namespace_name', 'k8s_pod_name']) },
    { title: 'Containers with errors', chart: charts.pairs(['k8s_pod_name', 'k8s_container_name'], 'level:<=3') },
    { title: 'Nodes', chart: charts.top('k8s_node_name') },
    { title: 'Deployments', chart: charts.top('k8s_deployment_name') },
  ],
);
pack.dashboard(
  'Kubernetes events',
  'Events that the cluster reports about its objects.',
  [events],
  [
    { title: 'Reasons over time', chart: charts.overTime('', 'k8s_event_reason'), width: 12 },
    { title: 'Reasons', chart: charts.top('k8s_event_reason') },
    { title: 'Objects', chart: charts.pairs(['k8s_object_kind', 'k8s_object_name']) },
    { title: 'Namespaces', chart: charts.share('k8s_namespace_name') },
  ],
);
pack.alert({
  title: 'Kubernetes: many errors of one pod',
  description: 'A pod logs many messages of the severity error or worse.',
  query: 'level:<=3',
  streams: [stream],
  groupBy: ['k8s_namespace_name', 'k8s_pod_name'],
  moreThan: errors,
});
pack.alert({
  title: 'Kubernetes: a container cannot start or was killed',
  description: 'The cluster reports BackOff, OOMKilling, Failed or Unhealthy.',
  query: 'k8s_event_reason:(BackOff OR OOMKilling OR Failed OR FailedScheduling OR Unhealthy)',
  streams: [events],
  groupBy: ['k8s_event_reason'],
  moreThan: 3,
});

export const kubernetes = pack.pack(
  'Kubernetes',
  'Logs of pods and events of the cluster by OpenTelemetry.',
  'Let the OpenTelemetry Collector send with the exporter `otlphttp` to `http://log-console:4318`, with the receiver `filelog` (or the preset `logsCollection` of its chart) and the processor `k8sattributes`.',
);
