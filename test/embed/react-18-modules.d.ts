/* oxlint-disable typescript/no-require-imports -- TypeScript has no other way to re-export a module declared with `export =` */
declare module 'react-18' {
  import React = require('react');
  export = React;
}
declare module 'react-dom-18/client' {
  import client = require('react-dom/client');
  export = client;
}
