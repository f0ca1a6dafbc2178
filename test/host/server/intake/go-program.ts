/** Programs of Go that send with the client that shippers have, where its module is there to be built: nothing is downloaded. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The client of Beats. */
export const lumberjackModule = 'github.com/elastic/go-lumber v0.1.0';

const module = `module basket

go 1.20

require (
	${lumberjackModule}
	github.com/klauspost/compress v1.20.4
)
`;

/** @param directory an empty one @param program text of its only file @returns its path; undefined: it cannot be built here */
export async function builtProgram(directory: string, program: string): Promise<string | undefined> {
  await writeFile(join(directory, 'main.go'), program);
  await writeFile(join(directory, 'go.mod'), module);
  const env = { ...process.env, GOPROXY: 'off', GOSUMDB: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const { status } = spawnSync('go', ['build', '-o', 'basket', '.'], { cwd: directory, env });
  return status === 0 ? join(directory, 'basket') : undefined;
}
