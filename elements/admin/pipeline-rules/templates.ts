/** Rule sources: the example of the quick reference, and the source that a new rule starts with. */

export const exampleRule = `rule "slow requests"
when
  has_field("took_ms") AND
  to_long($message.took_ms) > 5000
then
  set_field("slow", true);
  // Everybody on call watches this stream.
  route_to_stream(name: "Slow requests");
end`;

/** Returns the initial source of a new rule with this name. */
export const namedRule = (name: string): string => `rule "${name}"\nwhen\n  true\nthen\n\nend\n`;
