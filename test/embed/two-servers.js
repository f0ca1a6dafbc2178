// The second element talks to the server named in the address of this page.
const server = new URLSearchParams(location.search).get('server');
if (server) document.getElementById('second').setAttribute('server', server);
