/** Builds Go programs that use the Beats client, if Go and the module are already installed. Nothing is downloaded. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Module path and version of the Go client that Beats uses. */
export const lumberjackModule = 'github.com/elastic/go-lumber v0.1.0';

const module = `module basket

go 1.20

require (
	${lumberjackModule}
	github.com/klauspost/compress v1.20.4
)
`;

/**
 * Builds a Go program of one file in an empty directory.
 * @returns path of the executable; undefined: it cannot be built here
 */
export async function builtProgram(directory: string, program: string): Promise<string | undefined> {
  await writeFile(join(directory, 'main.go'), program);
  await writeFile(join(directory, 'go.mod'), module);
  const env = { ...process.env, GOPROXY: 'off', GOSUMDB: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const { status } = spawnSync('go', ['build', '-o', 'basket', '.'], { cwd: directory, env });
  return status === 0 ? join(directory, 'basket') : undefined;
}
