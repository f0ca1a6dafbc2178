declare module 'react-18' {
  import React = require('react');
  export = React;
}
declare module 'react-dom-18/client' {
  import client = require('react-dom/client');
  export = client;
}
