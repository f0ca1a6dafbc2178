/** Defines the default texts of e-mails. */

export const defaultSubject = 'Alert: ${event_definition_title}';

export const defaultBody = `\${event.message}

Event definition
  Title:        \${event_definition_title}
  Description:  \${event_definition_description(none)}
  Type:         \${event_definition_type}

Event
  Kind:         \${if event.alert}alert\${else}event\${end}
  Time:         \${event.timestamp}
  Priority:     \${event.priority}
  Key:          \${event.key(none)}
  From:         \${event.timerange_start(unknown)}
  To:           \${event.timerange_end(unknown)}
  Source:       \${event.source}
\${if event.fields}
Fields
\${foreach event.fields field}  \${field.key}: \${field.value}
\${end}\${end}\${if backlog}
Messages of this event
\${foreach backlog message}  \${message.timestamp}  \${message.source}  \${message.message}
\${end}\${end}`;
