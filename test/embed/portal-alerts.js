// An example intranet page that handles the opening of an alert itself.
const opened = document.getElementById('opened');

document.querySelector('log-alerts').addEventListener('log-alert-open', (event) => {
  event.preventDefault();
  opened.textContent = `The alert ${event.detail.id} was chosen.`;
});
