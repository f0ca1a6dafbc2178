// `npm run dev`: bundles server and page with esbuild into .cache/dev, and bundles again when a source changes. The
// page reloads itself; the server is restarted when its own sources have changed.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import esbuild from 'esbuild';
import { esbuildTransforms } from '../elements/element/build-transforms.mjs';
import { handbookFiles } from './handbook.mjs';
import { licencesOf } from './licences.mjs';
import { renderIndexHtml, renderSnapshotHtml } from './page/index-html.mjs';

const stopWithinMs = 10_000;
/** Milliseconds without a change after which a build begins, because an editor writes a file in several steps. */
const settleMs = 60;

/**
 * Script of the page that polls the number of the build and reloads the page when the number has changed. It is a
 * separate file, because the content security policy forbids inline scripts.
 */
const reloadScript = `let known;
setInterval(async () => {
  try {
    const answer = await fetch(new URL('build.txt', import.meta.url), { cache: 'no-store' });
    const build = answer.ok ? await answer.text() : known;
    if (known !== undefined && build !== known) location.reload();
    known = build;
  } catch {
    // The server is being started anew.
  }
}, 400);
`;

/**
 * Builds server and page, starts the server, and builds again after each change of a source.
 * @param {string} root path of the repository
 * @param {readonly string[]} options options of the server
 */
export async function develop(root, options) {
  const target = join(root, '.cache', 'dev');
  const page = join(target, 'host', 'page');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const elements = readdirSync(join(root, 'elements')).filter((name) =>
    /^(log-[\w-]+|all|configure)\.tsx?$/.test(name),
  );
  mkdirSync(page, { recursive: true });

  const assets = {};
  for (const name of ['api-browser.html', 'api-browser.css', 'api-browser.js'])
    cpSync(join(root, 'host', 'page', name), join(page, name));
  mkdirSync(join(page, 'handbook'), { recursive: true });
  for (const [name, source] of Object.entries(handbookFiles(root))) writeFileSync(join(page, 'handbook', name), source);
  for (const name of ['style.css', 'icon.svg']) {
    if (!existsSync(join(root, 'host', 'page', name))) continue;
    cpSync(join(root, 'host', 'page', name), join(page, name));
    assets[name] = `host/page/${name}`;
  }
  cpSync(join(root, 'test', 'embed'), join(target, 'examples'), { recursive: true });
  writeFileSync(join(page, 'reload.js'), reloadScript);
  writeFileSync(
    join(page, 'index.html'),
    renderIndexHtml({ entry: 'host/page/main.js', assets, reload: 'host/page/reload.js' }),
  );
  cpSync(join(root, 'host', 'page', 'snapshot.css'), join(page, 'snapshot.css'));
  const snapshotAssets = { ...assets, 'snapshot.css': 'host/page/snapshot.css' };
  writeFileSync(
    join(page, 'snapshot.html'),
    renderSnapshotHtml({ entry: 'host/page/snapshot.js', assets: snapshotAssets }),
  );

  let child;
  let stopping = false;
  /** Stops the running server, if any, and waits for its end. */
  async function end() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const running = child;
    await new Promise((resolve) => {
      const timer = setTimeout(() => running.kill('SIGKILL'), stopWithinMs);
      running.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      running.kill('SIGTERM');
    });
  }
  async function restart() {
    await end();
    if (stopping) return;
    child = spawn(
      process.execPath,
      ['--enable-source-maps', join(target, 'host', 'server', 'main.js'), '--examples', ...options],
      {
        cwd: root,
        stdio: 'inherit',
        env: { UV_THREADPOOL_SIZE: '16', ...process.env },
      },
    );
    child.once('exit', (code) => {
      // Wrong options (exit code 2) end this program, too. After any other end of the server, the next change of a
      // source starts it again.
      if (!stopping && code === 2) process.exit(2);
    });
  }

  let builds = 0;
  const afterBuild = (then) => {
    const write = createWriter();
    return {
      name: 'after-build',
      setup(build) {
        build.onEnd((result) => {
          if (result.errors.length > 0) return undefined;
          write(result.outputFiles);
          return then(result);
        });
      },
    };
  };
  const common = {
    bundle: true,
    format: 'esm',
    target: 'es2022',
    sourcemap: true,
    logLevel: 'warning',
    absWorkingDir: root,
    // The plug-in `after-build` writes the files, so that a failed build leaves the files of the preceding build in
    // place.
    write: false,
  };
  const define = { __VERSION__: JSON.stringify(version) };

  const pageContext = await esbuild.context({
    ...common,
    entryPoints: {
      ...Object.fromEntries(
        elements.map((name) => [`elements/${basename(name).replace(/\.tsx?$/, '')}`, join('elements', name)]),
      ),
      'host/page/main': 'host/page/main.ts',
      'host/page/snapshot': 'host/page/snapshot.ts',
    },
    outdir: target,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    jsx: 'automatic',
    define: { ...define, 'process.env.NODE_ENV': '"development"' },
    metafile: true,
    plugins: [
      esbuildTransforms(),
      afterBuild(({ metafile }) => {
        const modules = Object.keys(metafile.inputs).map((path) => join(root, path));
        writeFileSync(join(page, 'licences.json'), JSON.stringify(licencesOf(root, modules)));
        builds += 1;
        writeFileSync(join(page, 'build.txt'), `${Date.now()}-${builds}`);
      }),
    ],
  });
  const serverContext = await esbuild.context({
    ...common,
    entryPoints: {
      'host/server/main': 'host/server/main.ts',
      'host/server/grok-worker': 'host/server/grok/grok-worker.ts',
      'host/server/lookup-worker': 'host/server/lookup/data/lookup-worker.ts',
      'host/server/index-worker': 'host/server/store/inverted-index/index-worker.ts',
    },
    outdir: target,
    platform: 'node',
    packages: 'external',
    define,
    plugins: [afterBuild(restart)],
  });

  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      await Promise.all([end(), pageContext.dispose(), serverContext.dispose()]);
      process.exit(0);
    });
  }
  // The operating system watches the directories, because the bundler's own `watch` compares every file, which takes
  // seconds.
  watchFolders(root, ['api', 'machines', 'elements', 'host/page'], () => pageContext.rebuild());
  watchFolders(root, ['api', 'host/server'], () => serverContext.rebuild());
  await Promise.allSettled([serverContext.rebuild(), pageContext.rebuild()]);
}

/**
 * Returns a function that writes the changed files of a build to disk and removes the files that the build no longer
 * contains.
 */
function createWriter() {
  let known = new Map();
  return (files) => {
    const hashes = new Map(files.map(({ path, hash }) => [path, hash]));
    for (const { path, hash, contents } of files) {
      if (known.get(path) === hash && existsSync(path)) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, contents);
    }
    for (const path of known.keys()) if (!hashes.has(path)) rmSync(path, { force: true });
    known = hashes;
  };
}

/** Calls `rebuild` after a change, one call at a time; changes during a build cause another build. */
function watchFolders(root, folders, rebuild) {
  let timer;
  let running = false;
  let again = false;
  async function run() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    // The bundler has already printed the error; the next change tries again.
    await rebuild().catch(() => undefined);
    running = false;
    if (again) {
      again = false;
      void run();
    }
  }
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(run, settleMs);
    });
  }
}
