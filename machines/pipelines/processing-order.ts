/**
 * Finds out whether the order of the message processors is wrong for rules, and which order would be right. The
 * functions are pure.
 */
import { processors } from '../../api/contract/cluster-config-classes.js';
import type { MessageProcessorsConfig } from '../../api/contract/cluster-config.schema.js';

export interface OrderFault {
  /** `off`: the processing of pipelines is disabled. `before`: pipelines run before processors that rules depend on. */
  readonly kind: 'off' | 'before';
  /** Names of the processors that run too late; empty for the kind `off`. */
  readonly late: readonly string[];
  /** The configuration without the fault. */
  readonly mended: MessageProcessorsConfig;
}

/** Processors that must run before pipelines, so that rules see extracted fields, static fields and streams. */
const needed: readonly string[] = [processors.filters, processors.streams];

/** Returns the fault of a configuration; undefined: it has none, or does not contain the processor of pipelines. */
export function orderFault(config: MessageProcessorsConfig): OrderFault | undefined {
  const { processor_order: order, disabled_processors: disabled } = config;
  const own = order.findIndex(({ class_name: name }) => name === processors.pipelines);
  if (own < 0) return undefined;
  if (disabled.includes(processors.pipelines)) {
    const mended = { ...config, disabled_processors: disabled.filter((name) => name !== processors.pipelines) };
    return { kind: 'off', late: [], mended };
  }
  const late = order.slice(own + 1).filter(({ class_name: name }) => needed.includes(name) && !disabled.includes(name));
  const last = late.at(-1);
  const pipelines = order[own];
  if (!last || !pipelines) return undefined;
  const others = order.filter((one) => one !== pipelines);
  const at = others.indexOf(last) + 1;
  const mended = { ...config, processor_order: [...others.slice(0, at), pipelines, ...others.slice(at)] };
  return { kind: 'before', late: late.map(({ name }) => name), mended };
}
