import { charts, PackBuilder } from './builder.js';
import { gelfUdp } from './inputs.js';

const pack = new PackBuilder('docker');
const port = pack.parameter('port', 'Port', 'UDP port to which the GELF log driver of Docker sends.', 12205);
const errors = pack.parameter(
  'errors',
  'Lines on stderr that raise an alert',
  'The lines of one container within 5 minutes are counted.',
  100,
);

pack.grok(
  'DOCKER_IMAGE',
  '^(?:%{DATA:docker_registry}/)?%{DATA:docker_repository}(?::%{NOTSPACE:docker_tag})?(?:@%{NOTSPACE:docker_digest})?$',
);
pack.input(
  'Docker GELF',
  gelfUdp,
  port,
  [{ title: 'Parts of the image name', grok: '%{DOCKER_IMAGE}', from: 'image_name' }],
  {
    decompress_size_limit: 8_388_608,
  },
);
const stream = pack.stream('Docker containers', 'Messages of the GELF log driver.', [
  { type: 'PRESENCE', field: 'container_name' },
  { type: 'PRESENCE', field: 'container_id' },
]);

pack.dashboard(
  'Docker',
  'Containers, images and hosts.',
  [stream],
  [
    { title: 'Messages', chart: charts.total(), width: 3 },
    { title: 'Lines on stderr', chart: charts.total('level:<=3'), width: 3 },
    { title: 'Messages over time by container', chart: charts.overTime('', 'container_name'), width: 6 },
    { title: 'Containers', chart: charts.top('container_name') },
    { title: 'Containers with lines on stderr', chart: charts.top('container_name', 'level:<=3') },
    { title: 'Images', chart: charts.pairs(['docker_repository', 'docker_tag']) },
    { title: 'Hosts', chart: charts.share('source') },
  ],
);
pack.alert({
  title: 'Docker: a container writes much to stderr',
  description: 'One container writes many lines to its standard error.',
  query: 'level:<=3',
  streams: [stream],
  groupBy: ['container_name'],
  moreThan: errors,
});

export const docker = pack.pack(
  'Docker',
  'Containers, images and hosts by the GELF log driver.',
  'Start containers with `--log-driver gelf --log-opt gelf-address=udp://log-console:12205`, or set it in `daemon.json`.',
);
