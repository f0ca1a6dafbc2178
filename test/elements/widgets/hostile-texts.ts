/** Texts that would execute, load or break out if they were interpreted as markup, an address or a template. */
export const hostileTexts: readonly string[] = [
  '<script>globalThis.hacked = 1</script>',
  '<img src=x onerror="globalThis.hacked=1">',
  '<svg onload="globalThis.hacked=1"><animate onbegin="globalThis.hacked=1" attributeName=x></svg>',
  '"><script>globalThis.hacked=1</script>',
  "'><img src=x onerror=globalThis.hacked=1>",
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<a href="javascript:globalThis.hacked=1">x</a>',
  'javascript:globalThis.hacked=1',
  'data:text/html,<script>globalThis.hacked=1</script>',
  '<style>@import "http://127.0.0.1:9/x"</style>',
  '<body onload=globalThis.hacked=1>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=globalThis.hacked=1></style></mglyph></math>',
  '${globalThis.hacked=1}',
  '{{constructor.constructor("globalThis.hacked=1")()}}',
  '&lt;script&gt;globalThis.hacked=1&lt;/script&gt;',
  '\u0000<script>globalThis.hacked=1</script>',
  '<!--<img src="--><img src=x onerror=globalThis.hacked=1//">',
  '`"\'><img src=x onerror=globalThis.hacked=1>',
  '\u202eevil\u202c\u2066\u2069',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  '🏳️‍🌈👩‍👩‍👧‍👦\ud800',
  '\u001b]8;;javascript:globalThis.hacked=1\u0007click\u001b]8;;\u0007',
  '\u001b[31m<img src=x onerror=globalThis.hacked=1>\u001b[0m',
  'https://example.org/"onmouseover="globalThis.hacked=1',
  '__proto__',
  'constructor',
  'toString',
  'a{b}c|d:e',
];

/** Records violations of a strict content security policy, such as a careful host page sets, from now on. */
export function watchPolicy(): { readonly violations: readonly string[] } {
  const violations: string[] = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = "require-trusted-types-for 'script'; style-src 'self'; img-src 'self' data:; object-src 'none'";
  document.head.append(meta);
  return { violations };
}
