/** Describes built-in functions for `GET rule/functions`, with the full Java names of types. */
import type { FunctionDescriptor } from '../../../api/contract/pipelines.js';
import type { FunctionCatalogue } from './checked.js';
import type { PipelineFunction } from './function.js';
import type { ValueType } from './values.js';

const processor = 'org.graylog.plugins.pipelineprocessor.functions';
const threat = 'org.graylog.plugins.threatintel';

const javaNames: Readonly<Record<ValueType, string>> = {
  Long: 'java.lang.Long',
  Double: 'java.lang.Double',
  String: 'java.lang.String',
  Boolean: 'java.lang.Boolean',
  DateTime: 'org.joda.time.DateTime',
  Period: 'org.joda.time.Period',
  List: 'java.util.List',
  Map: 'java.util.Map',
  JsonNode: 'com.fasterxml.jackson.databind.JsonNode',
  Message: 'org.graylog2.plugin.Message',
  IpAddress: `${processor}.ips.IpAddress`,
  URL: `${processor}.urls.URL`,
  Void: 'java.lang.Void',
  Object: 'java.lang.Object',
  RegexMatchResult: `${processor}.strings.RegexMatch$RegexMatchResult`,
  GrokResult: `${processor}.strings.GrokMatch$GrokResult`,
  SyslogPriority: `${processor}.syslog.SyslogPriority`,
  SyslogPriorityAsString: `${processor}.syslog.SyslogPriorityAsString`,
  CEFParserResult: 'org.graylog.plugins.cef.pipelines.rules.CEFParserResult',
  OTXLookupResult: `${threat}.functions.otx.OTXLookupResult`,
  GenericLookupResult: `${threat}.functions.GenericLookupResult`,
  GlobalLookupResult: `${threat}.functions.global.GlobalLookupResult`,
  WhoisIpLookupResult: `${threat}.whois.ip.WhoisIpLookupResult`,
};

function descriptorOf(described: PipelineFunction): FunctionDescriptor {
  return {
    name: described.name,
    pure: described.pure,
    return_type: described.returnTypeName ?? javaNames[described.returns],
    params: described.parameters.map(({ name, type, transformedType, optional, description }) => ({
      type: javaNames[type],
      transformed_type: transformedType ?? javaNames[type],
      name,
      optional: optional ?? false,
      description: description ?? null,
    })),
    description: described.description,
    ...(described.extension && { extension: true as const }),
  };
}

/** Returns the descriptors of all functions, sorted by name. */
export const functionDescriptors = (catalogue: FunctionCatalogue): FunctionDescriptor[] =>
  [...catalogue.values()].map(descriptorOf).sort((a, b) => (a.name < b.name ? -1 : 1));
