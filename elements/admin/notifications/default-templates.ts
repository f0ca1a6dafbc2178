/** Default templates of e-mails and chat messages. `${name}` is replaced by a value of the event. */

export const defaultSubject = 'Alert: ${event_definition_title}';

export const defaultTextBody = `\${event.message}

Event definition
  Title:        \${event_definition_title}
  Description:  \${event_definition_description}
  Type:         \${event_definition_type}

Event
  Time:         \${event.timestamp}
  Priority:     \${event.priority}
  Key:          \${event.key}
  From:         \${event.timerange_start}
  To:           \${event.timerange_end}
  Source:       \${event.source}
\${if event.fields}
Fields
\${foreach event.fields field}  \${field.key}: \${field.value}
\${end}\${end}\${if backlog}
Messages of this event
\${foreach backlog message}  \${message.timestamp}  \${message.source}  \${message.message}
\${end}\${end}`;

export const defaultHtmlBody = `<h2>\${event.message}</h2>
<table>
  <tr><td>Event definition</td><td>\${event_definition_title}</td></tr>
  <tr><td>Description</td><td>\${event_definition_description}</td></tr>
  <tr><td>Time</td><td>\${event.timestamp}</td></tr>
  <tr><td>Priority</td><td>\${event.priority}</td></tr>
  <tr><td>Key</td><td>\${event.key}</td></tr>
</table>
\${if event.fields}<h3>Fields</h3>
<ul>
\${foreach event.fields field}  <li>\${field.key}: \${field.value}</li>
\${end}</ul>
\${end}\${if backlog}<h3>Messages of this event</h3>
\${foreach backlog message}<p><code>\${message.timestamp} \${message.source} \${message.message}</code></p>
\${end}\${end}`;
