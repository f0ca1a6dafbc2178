/** Shapes of a node's description of itself and its threads (contract administration system.*, cluster.*). */

export interface PluginMetaData {
  unique_id: string;
  name: string;
  author: string;
  url: string;
  version: string;
  description: string;
  required_version: string;
  required_capabilities: string[];
}
export interface PluginList {
  plugins: PluginMetaData[];
  total: number;
}

/** Text about what each processing thread is processing, by thread name; `idle` for a thread without messages. */
export interface ProcessBufferDump {
  processbuffer_dump: Record<string, string>;
}

/** The start options of a server that are not secret; most values of the embedded server are fixed. */
export interface ExposedConfiguration {
  inputbuffer_processors: number;
  processbuffer_processors: number;
  outputbuffer_processors: number;
  output_batch_size: number;
  processor_wait_strategy: string;
  inputbuffer_wait_strategy: string;
  inputbuffer_ring_size: number;
  ring_size: number;
  bin_dir: string;
  data_dir: string;
  plugin_dir: string;
  node_id_file: string;
  allow_highlighting: boolean;
  allow_leading_wildcard_searches: boolean;
  stream_processing_timeout: number;
  stream_processing_max_faults: number;
  output_module_timeout: number;
  stale_master_timeout: number;
  stale_leader_timeout: number;
}

/** Statistics of a file system; sizes are in bytes, and -1 means unknown. */
export interface FileSystemFacts {
  path: string;
  mount: string;
  sys_type_name: string;
  dev_name: string;
  total: number;
  free: number;
  available: number;
  used: number;
  used_percent: number;
  inodes_total: number;
  inodes_free: number;
  inodes_used: number;
  inodes_used_percent: number;
  disk_reads: number;
  disk_writes: number;
  disk_read_bytes: number;
  disk_write_bytes: number;
  disk_queue: number;
  disk_service_time: number;
}
export interface FileSystemStats {
  filesystems: Record<string, FileSystemFacts>;
}
export interface RuntimeStats {
  version: string;
  vm_name: string;
  vm_version: string;
  vm_vendor: string;
  spec_name: string;
  spec_vendor: string;
  spec_version: string;
  /** Start time of the process in epoch milliseconds. */
  start_time: number;
  mem: {
    heap_init: number;
    heap_max: number;
    non_heap_init: number;
    non_heap_max: number;
    direct_memory_max: number;
  };
  memory_pools: string[];
  garbage_collectors: string[];
}
export interface OperatingSystemStats {
  /** Load averages of the last 1, 5 and 15 minutes. */
  load_average: number[];
  /** Time since the start of the operating system in seconds. */
  uptime: number;
  processor: {
    model: string;
    vendor: string;
    mhz: number;
    total_cores: number;
    total_sockets: number;
    cores_per_socket: number;
    cache_size: number;
    sys: number;
    user: number;
    idle: number;
    stolen: number;
  };
  memory: {
    total: number;
    free: number;
    free_percent: number;
    used: number;
    used_percent: number;
    actual_free: number;
    actual_used: number;
  };
  swap: { total: number; free: number; used: number };
}
export interface ProcessStats {
  pid: number;
  open_file_descriptors: number;
  max_file_descriptors: number;
  /** CPU times of the process in milliseconds since its start; `percent` refers to one core. */
  cpu: { percent: number; sys: number; user: number; total: number };
  memory: { resident: number; share: number; total_virtual: number };
}
export interface NetworkInterfaceFacts {
  name: string;
  addresses: string[];
  mac_address: string;
  mtu: number;
  interface_stats: Record<string, number>;
}
export interface NetworkStats {
  primary_interface: string;
  interfaces: Record<string, NetworkInterfaceFacts>;
  tcp_stats: Record<string, number>;
}
export interface SystemStats {
  fs: FileSystemStats;
  jvm: RuntimeStats;
  os: OperatingSystemStats;
  process: ProcessStats;
}

export interface SearchClusterStats {
  cluster_name: string;
  cluster_version: string;
  status: 'Green' | 'Yellow' | 'Red';
  cluster_health: {
    number_of_nodes: number;
    number_of_data_nodes: number;
    active_shards: number;
    relocating_shards: number;
    active_primary_shards: number;
    initializing_shards: number;
    unassigned_shards: number;
    timed_out: boolean;
    pending_tasks: number;
    pending_tasks_time_in_queue: number[];
  };
  nodes_stats: { total: number; master_only: number; data_only: number; master_data: number; client: number };
  /** Statistics of all indices; sizes are in bytes. */
  indices_stats: { index_count: number; store_size: number; field_data_size: number; id_cache_size: number };
}
type Counts = Record<string, number>;
export interface ClusterStats {
  elasticsearch: SearchClusterStats;
  mongo: Record<string, unknown>;
  stream_count: number;
  stream_rule_count: number;
  stream_rule_count_by_stream: Counts;
  user_count: number;
  output_count: number;
  output_count_by_type: Counts;
  dashboard_count: number;
  input_count: number;
  global_input_count: number;
  input_count_by_type: Counts;
  extractor_count: number;
  extractor_count_by_type: Counts;
  alarm_stats: { alert_count: number; alarmcallback_count_by_type: Counts };
}
