// The token stays in memory: the page passes it to the element on request, and stores it nowhere.
const form = document.getElementById('sign-in');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const token = form.elements.token.value;
  const search = document.createElement('log-search');
  search.setAttribute('layout', 'compact');
  search.setAttribute('range', '3600');
  if (form.elements.server.value) search.setAttribute('server', form.elements.server.value);
  search.getToken = async () => ({ token, kind: 'access' });
  document.getElementById('logs').replaceChildren(search);
});
