/** Every element of this version, defined. */
import './log-authentication.js';
import './log-console.js';
import './log-dashboard.js';
import './log-extractors.js';
import './log-grok-patterns.js';
import './log-index-sets.js';
import './log-inputs.js';
import './log-message.js';
import './log-outputs.js';
import './log-profile.js';
import './log-roles.js';
import './log-search.js';
import './log-share.js';
import './log-stream-rules.js';
import './log-streams.js';
import './log-tv.js';
import './log-users.js';
